import type { FurName } from '../art/common/fur'
import type { SeatSent } from '../wire'
import { settings, t } from '../lib/settings.svelte'

/** Coat, colour and shape of each seat: never distinguished by colour alone. */
export interface SeatPalette {
  fur: FurName
  colour: string
  /** outline of the mark on curves, around 0,0 */
  shape: string
  dash: string
}

const PALETTES: readonly SeatPalette[] = [
  { fur: 'bleu', colour: 'var(--suit-bleu)', shape: 'M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0Z', dash: '' },
  { fur: 'rouge', colour: 'var(--suit-rouge)', shape: 'M0-6L6 5H-6Z', dash: '9 6' },
  { fur: 'vert', colour: 'var(--suit-vert)', shape: 'M-5-5H5V5H-5Z', dash: '3 4' },
  { fur: 'orange', colour: 'var(--suit-orange)', shape: 'M0-7L7 0L0 7L-7 0Z', dash: '14 4' },
  { fur: 'noir', colour: 'var(--suit-noir)', shape: 'M-6-4L0 6L6-4Z', dash: '2 5' },
  { fur: 'creme', colour: 'var(--moon-2)', shape: 'M-6-2H6V2H-6Z', dash: '12 3 3 3' },
]

export function seatPalette(seat: number): SeatPalette {
  return PALETTES[seat % PALETTES.length] as SeatPalette
}

export const nameOf = (seats: readonly SeatSent[], seat: number): string =>
  settings.words.named(seats[seat]?.name ?? '')

/** The name of a seat: "you" is always the reader's own seat, also in a replay from another seat. */
export const called = (seats: readonly SeatSent[], seat: number, me: number): string =>
  seat === me ? t('page.you') : nameOf(seats, seat)

/** Other seats first, the viewer's own last, next to the hand. */
export function seatOrder(seats: readonly SeatSent[], me: number): number[] {
  const others = [...seats.keys()].filter((seat) => seat !== me)
  return me in seats ? [...others, me] : others
}
