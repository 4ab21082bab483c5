/** Opening puzzles: the one of the day, and the next of a game. */
import { openPuzzle } from '../lib/api'
import { router } from '../lib/router.svelte'

/** From this many rated puzzles on, the server tells a rating. */
export const RATED_FROM = 5

/** Opens the next puzzle of a game at a table; without a game, the puzzle of the day. */
export async function nextPuzzle(game: string): Promise<void> {
  const { code } = await openPuzzle(game)
  router.go(`/table/${code}`)
}
