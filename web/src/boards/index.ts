import type { GameBoard } from './contract'

/** The boards, each loaded when its table is opened. */
const BOARDS: Readonly<Record<string, () => Promise<{ default: GameBoard }>>> = {
  aventure: () => import('./aventure'),
  clan: () => import('./clan'),
  terres: () => import('./terres'),
  wildlife: () => import('./wildlife'),
  traces: () => import('./traces'),
}

export function loadBoard(game: string): Promise<GameBoard> | null {
  return BOARDS[game]?.().then((found) => found.default) ?? null
}
