import { settings } from '../lib/settings.svelte'
import type { GameBoard } from './contract'

/** The boards, each loaded when its table is opened. */
const BOARDS: Readonly<Record<string, () => Promise<{ default: GameBoard }>>> = {
  aventure: () => import('./aventure'),
  clan: () => import('./clan'),
  terres: () => import('./terres'),
  wildlife: () => import('./wildlife'),
  traces: () => import('./traces'),
}

/** A board alone, for who has its words already. */
export async function findBoard(game: string): Promise<GameBoard | null> {
  return (await BOARDS[game]?.())?.default ?? null
}

/** A board, and the words that are said at its table. */
export function loadBoard(game: string): Promise<GameBoard> | null {
  const board = BOARDS[game]
  return board ? Promise.all([board(), settings.learn(game)]).then(([found]) => found.default) : null
}
