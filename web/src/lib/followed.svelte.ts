/** The tournament, group or list that a page shows, kept up to date by the socket of the open page. */
import type { GroupSent, RefusedSent, TournamentSent, TournamentsSent } from '../wire'

export type Followed = TournamentSent | TournamentsSent | GroupSent

class FollowedStore {
  #subject = ''
  #now = $state.raw<Followed | null>(null)
  /** there is no such thing, or it is not shown to this guest */
  refused = $state.raw<RefusedSent | null>(null)
  /** time at which it was received */
  receivedAt = $state(0)

  tournament = $derived(this.#now?.is === 'tournament' ? this.#now : null)
  tournaments = $derived(this.#now?.is === 'tournaments' ? this.#now : null)
  group = $derived(this.#now?.is === 'group' ? this.#now : null)

  /** Forgets what another page has shown. */
  expect(subject: string): void {
    if (subject === this.#subject) return
    this.#subject = subject
    this.#now = this.refused = null
  }

  /** Takes over a message about `subject`, or the answer to a request of the page. */
  show(subject: string, message: Followed | RefusedSent): void {
    if (subject !== this.#subject) return
    if (message.is === 'refused') {
      if (!this.#now) this.refused = message
      return
    }
    this.receivedAt = Date.now()
    this.#now = message
  }

  /** Takes over the answer to a request of the page. */
  answered(message: Followed): void {
    this.show(this.#subject, message)
  }

  /** Seconds since it was received. */
  age(now: number): number {
    return Math.max(0, now - this.receivedAt) / 1000
  }
}

export const followed = new FollowedStore()
