import { settings } from '../lib/settings.svelte'
import type { BoardReveal } from '../lib/reveal.svelte'
import { isAction } from '../lib/turns'
import type { GameBoard } from './contract'

/** Boards, each loaded when its table opens. */
const BOARDS: Readonly<Record<string, () => Promise<{ default: GameBoard }>>> = {
  aventure: () => import('./aventure'),
  clan: () => import('./clan'),
  terres: () => import('./terres'),
  wildlife: () => import('./wildlife'),
  traces: () => import('./traces'),
}

/** Loads a board without its catalogue. */
export async function findBoard(game: string): Promise<GameBoard | null> {
  return (await BOARDS[game]?.())?.default ?? null
}

const loaded = new Map<string, GameBoard>()

/** Loads a board and the catalogue of its table. */
export function loadBoard(game: string): Promise<GameBoard> | null {
  const board = BOARDS[game]
  if (!board) return null
  return Promise.all([board(), settings.learn(game)]).then(([found]) => {
    loaded.set(game, found.default)
    return found.default
  })
}

/** What the loaded board tells of updates. */
export const reveals: BoardReveal = {
  moments: (context) => loaded.get(context.after.game)?.moments?.(context) ?? [],
  actions: ({ game }, events, me) => {
    const telling = loaded.get(game)?.telling
    return telling ? events.filter((event) => isAction(event, telling, me)).length : 0
  },
}
