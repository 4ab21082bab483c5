/** What follows from what is shown, for every part of the board. */
import type { WildlifeScoringRowShown, WildlifeShown, WildlifeUseShown } from '../../wire'
import { look } from './look.svelte'
import { terrainOf } from './names'

export const USES = 2

/** What the card in question would do for the viewer, the best first. */
export function uses(shown: WildlifeShown): WildlifeUseShown[] {
  const list = shown.deed ? shown.deed.uses : (shown.sale?.uses ?? [])
  const worth = (use: WildlifeUseShown): number => use.points + use.scoring
  return [...list].sort((a, b) => worth(b) - worth(a)).slice(0, USES)
}

/** The card that is spoken of now. */
export function spokenOf(shown: WildlifeShown): string {
  return shown.deed ? shown.deed.stands_for : (shown.sale?.card ?? '')
}

/** The terrain that is spoken of: of the step read, else of the card in question. */
export function subject(shown: WildlifeShown): string {
  const step = look.step >= 0 ? (shown.scoring_steps[look.step] ?? '') : spokenOf(shown)
  return terrainOf(step) ?? ''
}

export function colonyStep(shown: WildlifeShown): boolean {
  return look.step >= 0 && shown.scoring_steps[look.step] === 'colony'
}

/** The rows of a general scoring that belong to a step. */
export function rowsOf(shown: WildlifeShown, rows: readonly WildlifeScoringRowShown[], step: string): WildlifeScoringRowShown[] {
  const grounds = new Set(shown.territories.filter((one) => one.terrain === step).map((one) => one.id))
  return rows.filter((row) => (row.territory ? grounds.has(row.territory) : row.rule === step))
}
