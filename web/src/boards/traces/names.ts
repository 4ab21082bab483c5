import type { FurName } from '../../art/common/fur'
import { type SmallPreyId, SMALL_PREY } from '../../art/traces/smallPrey'
import type { Colour, Phase } from '../../art/traces/traces'
import { t } from '../../lib/settings.svelte'
import { phrase } from '../../lib/catalogue'
import type { PhraseSent, TracesShown, TracesWolfShown } from '../../wire'

const COLOURS: Readonly<Record<string, Colour>> = {
  vert: 'green',
  bleu: 'blue',
  noir: 'black',
  jaune: 'yellow',
  orange: 'orange',
  gris: 'grey',
}
const FURS: readonly FurName[] = ['gris', 'creme', 'charbon', 'fauve', 'sable', 'bois']
const SIGNS: Readonly<Record<string, Phase>> = {
  preparation: 'P',
  raising: '1',
  solitary: '2',
  hunting: '3',
  howling: '4',
  fighting: '5',
  marking: 'M',
}

export const colourOf = (colour: string): Colour => COLOURS[colour] ?? 'grey'
export const signOf = (phase: string): Phase => SIGNS[phase] ?? 'P'
/** Explanation of the phase of a sign. */
export const aboutSign = (sign: Phase): string =>
  `traces.phase.${Object.keys(SIGNS).find((phase) => SIGNS[phase] === sign) ?? ''}`

/** wolf.bleu.A: colour and letter. */
export function wolfParts(place: string): { colour: string; letter: string } {
  const [, colour = '', letter = ''] = place.split('.')
  return { colour, letter }
}

/** A wolf's coat, the same on every screen. */
export function furOf(place: string): FurName {
  const { colour, letter } = wolfParts(place)
  const at = Object.keys(COLOURS).indexOf(colour) * 2 + 'ABC'.indexOf(letter) * 3
  return FURS[((at % FURS.length) + FURS.length) % FURS.length] ?? 'gris'
}

export function wolfName(place: string): PhraseSent {
  const { colour, letter } = wolfParts(place)
  return phrase(`traces.wolf.${colour}`, { letter }, place)
}

export const preyName = (kind: string): PhraseSent => phrase(`traces.prey.${kind}`, {}, `prey.${kind}`)
export const smallPreyId = (place: string): SmallPreyId => {
  const id = place.replace('game.', '')
  return id in SMALL_PREY ? (id as SmallPreyId) : 'pas_de_proie'
}
export const phaseName = (phase: string): string => t(`traces.phase.${phase}`)
export const roleName = (wolf: TracesWolfShown): string => t(`traces.role.${wolf.role}`, { row: wolf.row + 1 })

export const wolfAt = (shown: TracesShown, place: string): TracesWolfShown | undefined =>
  shown.pack.find((wolf) => wolf.place === place)
