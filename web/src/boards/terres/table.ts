/** Values derived from the view of a Terres table. */
import type { TerresShown, TerresSlotShown } from '../../wire'

export interface Seating {
  mine: number
  other: number
}

/** The viewer's side is below; for spectators, the first seat's. */
export function seating(seat: number): Seating {
  const mine = Math.max(seat, 0)
  return { mine, other: 1 - mine }
}

/** Cards of the current trick. */
export function fresh(shown: TerresShown): string[] {
  return [shown.now?.led, shown.now?.followed].filter((card) => card !== undefined && card !== '') as string[]
}

/** Slots that lie in one territory only. */
export function inner(shown: TerresShown, seat: number, ground: string): TerresSlotShown[] {
  return (shown.slots[seat] ?? []).filter((slot) => slot.grounds.length === 1 && slot.grounds[0] === ground)
}

/** Slots on the border to the next territory. */
export function border(shown: TerresShown, seat: number, ground: string): TerresSlotShown[] {
  return (shown.slots[seat] ?? []).filter((slot) => slot.grounds.length === 2 && slot.grounds[0] === ground)
}
