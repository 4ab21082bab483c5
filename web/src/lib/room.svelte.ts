/** The public room and the guest's search for people to play with, as the server sees them. */
import { answerCall, startSeek, stopSeek } from './api'
import { contribution } from './deal'
import type { RoomSent, SeekRequest, SeekSent } from '../wire'

class RoomStore {
  /** null: not received yet */
  room = $state.raw<RoomSent | null>(null)
  seek = $state.raw<SeekSent | null>(null)
  /** time at which the search was received */
  receivedAt = 0
  /** the table that this page has agreed to come to: the page goes there when it begins */
  accepted = $state('')

  /** there is a search, or something to say about one */
  isBusy = $derived(Boolean(this.seek?.games.length))
  isSearching = $derived(this.isBusy && !this.seek?.ended)

  show(seek: SeekSent): void {
    this.receivedAt = Date.now()
    this.seek = seek
  }

  /** Seconds since the search was received. */
  age(now: number): number {
    return Math.max(0, now - this.receivedAt) / 1000
  }

  async start(wanted: SeekRequest): Promise<void> {
    this.show(await startSeek(wanted))
  }

  async stop(): Promise<void> {
    this.show(await stopSeek())
  }

  async answer(yes: boolean): Promise<void> {
    const call = this.seek?.call
    if (!call) return
    if (yes) this.accepted = call.code
    this.show(await answerCall({ code: call.code, yes, contribution: yes ? contribution(call.seal) : '' }))
  }
}

export const roomStore = new RoomStore()
