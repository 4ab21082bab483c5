import type { GameBoard } from '../boards/contract'
import { seatLook, type SeatLook } from '../lib/seats'
import type { Shown } from '../wire'

/** How each seat is drawn on curves: in the colour of its pieces, where the game has one. */
export function seatLooks(board: GameBoard, shown: Shown | undefined, seats: number): SeatLook[] {
  return Array.from({ length: seats }, (_, seat) => {
    const look = seatLook(seat)
    return { ...look, colour: (shown && board.colour?.(shown, seat)) || look.colour }
  })
}
