/** Values derived from the view of a Wildlife table. */
import type { WildlifeScoringRowShown, WildlifeShown, WildlifeUseShown } from '../../wire'
import { viewState } from './viewState.svelte'
import { terrainOf } from './names'

export const USES = 2

/** Uses of the card in question for the viewer, best first. */
export function uses(shown: WildlifeShown): WildlifeUseShown[] {
  const list = shown.deed ? shown.deed.uses : (shown.sale?.uses ?? [])
  const worth = (use: WildlifeUseShown): number => use.points + use.scoring
  return [...list].sort((a, b) => worth(b) - worth(a)).slice(0, USES)
}

/** The card in question. */
export function spokenOf(shown: WildlifeShown): string {
  return shown.deed ? shown.deed.stands_for : (shown.sale?.card ?? '')
}

/** The highlighted terrain: of the scoring step shown, else of the card in question. */
export function subject(shown: WildlifeShown): string {
  const step = viewState.step >= 0 ? (shown.scoring_steps[viewState.step] ?? '') : spokenOf(shown)
  return terrainOf(step) ?? ''
}

export function colonyStep(shown: WildlifeShown): boolean {
  return viewState.step >= 0 && shown.scoring_steps[viewState.step] === 'colony'
}

/** The rows of a general scoring that belong to a step. */
export function rowsOf(
  shown: WildlifeShown,
  rows: readonly WildlifeScoringRowShown[],
  step: string,
): WildlifeScoringRowShown[] {
  const grounds = new Set(shown.territories.filter((one) => one.terrain === step).map((one) => one.id))
  return rows.filter((row) => (row.territory ? grounds.has(row.territory) : row.rule === step))
}
