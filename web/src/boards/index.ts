import type { GameBoard } from './contract'

/** The boards, each loaded when its table is opened. */
const BOARDS: Readonly<Record<string, () => Promise<GameBoard>>> = {
  aventure: async () => (await import('./aventure')).default as unknown as GameBoard,
  clan: async () => (await import('./clan')).default as unknown as GameBoard,
  terres: async () => (await import('./terres')).default as unknown as GameBoard,
  wildlife: async () => (await import('./wildlife')).default as unknown as GameBoard,
  traces: async () => (await import('./traces')).default as unknown as GameBoard,
}

export function loadBoard(game: string): Promise<GameBoard> | null {
  return BOARDS[game]?.() ?? null
}
