/** Moments of Wildlife: a filled territory, and every step of a general scoring. */
import type { Moment, MomentContext } from '../../lib/moments.svelte'
import { settings } from '../../lib/settings.svelte'
import { phrase } from '../../lib/catalogue'
import type { GameEvent, WildlifeScoringRowShown, WildlifeShown } from '../../wire'
import { ROW } from './viewState.svelte'
import { rowsOf } from './table'

export interface Step {
  /** step of the general scoring; -1: a territory was filled */
  step: number
  /** rows of all steps */
  rows: readonly WildlifeScoringRowShown[]
}

const FILLED_MS = 1400
const STEP_MS = 1200
const LAST_MS = 3000

export function moments({ events, after, me }: MomentContext<WildlifeShown>): Moment<Step>[] {
  const filled = events.filter((event) => event.kind === 'fills').map((event) => fill(event, me))
  const scoring = events.find((event) => event.kind === 'scoring')
  if (!scoring) return filled
  const rows = after.last_scoring
  const steps = after.scoring_steps.flatMap((name, step) => {
    const counted = rowsOf(after, rows, name).length
    return counted ? [{ name, step, counted }] : []
  })
  const scored = steps.map(({ name, step, counted }, i) => ({
    says: phrase('page.wildlife.telling', { step: phrase(`page.wildlife.step.${name}`) }),
    lasts: counted * ROW + (i === steps.length - 1 ? LAST_MS : STEP_MS),
    page: true,
    before: true,
    until: scoring.n,
    shows: { step, rows },
  }))
  return [...filled.map((moment) => ({ ...moment, before: true })), ...scored]
}

const fill = (event: GameEvent<'wildlife'>, me: number): Moment<Step> => ({
  says: settings.words.forViewer(event.phrase, event.seat === me),
  lasts: FILLED_MS,
  until: event.n,
  shows: { step: -1, rows: [] },
})
