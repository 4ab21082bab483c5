import {
  ABILITIES,
  type Ability,
  CARD_KINDS,
  type CardKind,
  SPECIES,
  type Species,
  type Terrain,
  TERRAINS,
} from '../../art/wildlife/wildlife'
import { called } from '../../ui/seats'
import { say } from '../../lib/settings.svelte'
import { phrase } from '../../lib/catalogue'
import type { PhraseSent, SeatSent, WildlifeShown } from '../../wire'

export type CardOrTerrain = Terrain | CardKind

export const terrainOf = (id: string): Terrain | undefined => TERRAINS.find((one) => one === id)
export const speciesOf = (id: string): Species | undefined => SPECIES.find((one) => one === id)
export const abilityOf = (id: string): Ability | undefined => ABILITIES.find((one) => one === id)
export const kindOf = (id: string): CardOrTerrain | undefined => terrainOf(id) ?? CARD_KINDS.find((one) => one === id)

export const cardName = (card: string): PhraseSent => phrase(`wildlife.card.${card}`, {}, `card.${card}`)
export const speciesName = (species: string): PhraseSent =>
  phrase(`wildlife.species.${species}`, {}, `species.${species}`)
export const abilityName = (ability: string): PhraseSent =>
  phrase(`wildlife.ability.${ability}`, {}, `ability.${ability}`)
export const territoryName = (id: string): PhraseSent => phrase(`wildlife.territory.${id}`, {}, `territory.${id}`)

/** The effect of a card, as a sentence. */
export const cardText = (card: string): PhraseSent =>
  phrase(terrainOf(card) ? 'wildlife.card.text' : `wildlife.card.${card}.text`)

export const LEVELS = [1, 2, 3] as const
export const LEVEL_NAMES = ['none', 'move', 'reproduce', 'attack'] as const
export type Level = 0 | 1 | 2 | 3

/** Players from the viewer's side. */
export class WildlifeNames {
  constructor(
    readonly shown: WildlifeShown,
    readonly seats: readonly SeatSent[],
    readonly me: number,
  ) {}

  name(seat: number): string {
    return called(this.seats, seat, this.me)
  }

  species(seat: number): string {
    return this.shown.players[seat]?.species ?? ''
  }

  /** The species in words, for screen readers. */
  kind(seat: number): string {
    const species = this.species(seat)
    return species ? say(speciesName(species)) : ''
  }
}
