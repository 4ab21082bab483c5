import type { GameBoard } from '../boards/contract'
import { seatLook, type SeatLook } from '../lib/seats'
import type { Shown } from '../wire'

/** How each seat is drawn on curves: in the colour of its pieces, where the game has one, dark enough for the page. */
export function seatLooks(board: GameBoard, shown: Shown | undefined, seats: number): SeatLook[] {
  return Array.from({ length: seats }, (_, seat) => {
    const look = seatLook(seat)
    const piece = shown && board.colour?.(shown, seat)
    return { ...look, colour: piece ? `light-dark(color-mix(in oklab, ${piece}, black 35%), ${piece})` : look.colour }
  })
}
