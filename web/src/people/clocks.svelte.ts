/** Clocks of a table, running on from the last message. */
import { t } from '../lib/settings.svelte'
import type { SeatSent } from '../wire'
import { left, leftOf } from './pace'

const receivedAt = new WeakMap<SeatSent, number>()

class Wall {
  now = $state(Date.now())
  #timer = 0
  #watchers = 0

  /** Lets the clocks tick until the returned function is called. */
  watch(): () => void {
    this.#watchers++
    this.#timer ||= window.setInterval(() => (this.now = Date.now()), 1000)
    return () => {
      if (--this.#watchers) return
      clearInterval(this.#timer)
      this.#timer = 0
    }
  }
}

export const wall = new Wall()

/** The text of a seat's clock; empty without one. */
export function clockOf(seat: SeatSent): string {
  if (!seat.clock) return ''
  if (seat.clock.away) return t('people.clock.away')
  const at = receivedAt.get(seat) ?? Date.now()
  receivedAt.set(seat, at)
  const { key, amount } = left(leftOf(seat.clock, at, Math.max(at, wall.now)))
  return t(`people.clock.${key}`, { amount })
}
