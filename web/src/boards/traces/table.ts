/** Values derived from the view of a Traces table. */
import type { TracesShown, TracesWolfShown } from '../../wire'

/** A face-down token in a public box. */
export const FACE_DOWN = -2

/** The cost of a token, as printed on it. */
export function spirals(shown: TracesShown, value: number): number {
  return shown.spirals[value] ?? 0
}

export interface Line {
  male: TracesWolfShown | null
  female: TracesWolfShown | null
  /** beta or omega: alone in the middle */
  middle: TracesWolfShown | null
}

/** The pack in lines: males left, females right, beta and omega in the middle. */
export function lines(shown: TracesShown): Line[] {
  const out: Line[] = []
  for (const wolf of shown.pack) {
    const line = (out[wolf.row] ??= { male: null, female: null, middle: null })
    if (wolf.role === 'beta' || wolf.role === 'omega') line.middle = wolf
    else if (wolf.sex === 'male') line.male = wolf
    else line.female = wolf
  }
  return [...out].map((line) => line ?? { male: null, female: null, middle: null })
}
