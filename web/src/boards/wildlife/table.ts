/** Values derived from the view of a Wildlife table. */
import type { WildlifeScoringRowShown, WildlifeShown, WildlifeUseShown } from '../../wire'
import { terrainOf } from './names'

export const USES = 2

/** The best uses of the card in question for the viewer. */
export const uses = (shown: WildlifeShown): WildlifeUseShown[] =>
  (shown.deed ? shown.deed.uses : (shown.sale?.uses ?? [])).slice(0, USES)

/** The card in question. */
export function askedCard(shown: WildlifeShown): string {
  return shown.deed ? shown.deed.stands_for : (shown.sale?.card ?? '')
}

/** The highlighted terrain: of this step of a general scoring (-1: none), else of the card in question. */
export function subject(shown: WildlifeShown, scoring: number): string {
  const step = scoring >= 0 ? (shown.scoring_steps[scoring] ?? '') : askedCard(shown)
  return terrainOf(step) ?? ''
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
