import type { GameBoard } from '../boards/contract'
import { seatPalette, type SeatPalette } from '../ui/seats'
import type { Shown } from '../wire'

/** Palettes of all seats for curves: in the colour of their pieces where the game has one, with enough contrast. */
export function seatPalettes(board: GameBoard, shown: Shown | undefined, seats: number): SeatPalette[] {
  return Array.from({ length: seats }, (_, seat) => {
    const palette = seatPalette(seat)
    const piece = shown && board.colour?.(shown, seat)
    return {
      ...palette,
      colour: piece ? `light-dark(color-mix(in oklab, ${piece}, black 35%), ${piece})` : palette.colour,
    }
  })
}
