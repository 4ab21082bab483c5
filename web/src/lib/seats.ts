import type { FurName } from '../art/common/fur'
import type { SeatSent } from '../wire'
import { settings, t } from './settings.svelte'

/** Coat, colour and shape of each seat: colour is never alone. */
export interface SeatLook {
  fur: FurName
  colour: string
  /** outline of the mark on curves, around 0,0 */
  shape: string
  dash: string
}

const LOOKS: readonly SeatLook[] = [
  { fur: 'bleu', colour: 'var(--suit-bleu)', shape: 'M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0Z', dash: '' },
  { fur: 'rouge', colour: 'var(--suit-rouge)', shape: 'M0-6L6 5H-6Z', dash: '9 6' },
  { fur: 'vert', colour: 'var(--suit-vert)', shape: 'M-5-5H5V5H-5Z', dash: '3 4' },
  { fur: 'orange', colour: 'var(--suit-orange)', shape: 'M0-7L7 0L0 7L-7 0Z', dash: '14 4' },
  { fur: 'noir', colour: 'var(--suit-noir)', shape: 'M-6-4L0 6L6-4Z', dash: '2 5' },
  { fur: 'creme', colour: 'var(--moon-2)', shape: 'M-6-2H6V2H-6Z', dash: '12 3 3 3' },
]

export function seatLook(seat: number): SeatLook {
  return LOOKS[seat % LOOKS.length] as SeatLook
}

export const nameOf = (seats: readonly SeatSent[], seat: number): string => settings.words.named(seats[seat]?.name ?? '')

/** What the reader calls a seat: "you" is always the reader's own seat, also where a replay looks from another one. */
export const called = (seats: readonly SeatSent[], seat: number, me: number): string => (seat === me ? t('page.you') : nameOf(seats, seat))

/** The others first, oneself last, where the hand is. */
export function seatOrder(seats: readonly SeatSent[], me: number): number[] {
  const others = [...seats.keys()].filter((seat) => seat !== me)
  return me in seats ? [...others, me] : others
}
