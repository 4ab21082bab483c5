import { type CardValue, type ClawId, CLAW_IDS, type Suit, SUITS } from '../../art/terres/terres'
import { nameOf } from '../../ui/seats'
import { say, settings, t } from '../../lib/settings.svelte'
import { phrase } from '../../lib/catalogue'
import type { PhraseSent, SeatSent, TerresGroundShown, TerresSideShown } from '../../wire'
import type { Seating } from './table'

export interface Face {
  suit: Suit
  value: CardValue
}

/** r6 is the red 6: the letter of its suit, then its value. */
export function face(card: string): Face {
  const suit = SUITS.find((name) => name[0] === card[0]) ?? 'noir'
  return { suit, value: Number(card[1]) as CardValue }
}

export function cardName(card: string): PhraseSent {
  const { suit, value } = face(card)
  return phrase(`terres.card.${suit}`, { value }, `card.${card}`)
}

/** What a card does: some values have powers, which the catalogue explains. */
export function aboutCard(card: string): string | undefined {
  const power = `terres.value.${card[1]}`
  return !card ? undefined : settings.words.has(power) ? `terres.card ${power}` : 'terres.card'
}

export const groundName = (ground: string): PhraseSent => phrase(`terres.ground.${ground}`, {}, `ground.${ground}`)

export const clawId = (claw: string): ClawId | null => CLAW_IDS.find((id) => id === claw) ?? null

export function clawName(claw: string): PhraseSent {
  return claw === 'hidden' ? phrase('page.terres.hidden') : phrase(`terres.claw.${claw}`, {}, `claw.${claw}`)
}

/** A territory in words, for screen readers. */
export function groundLabel(ground: TerresGroundShown, seats: readonly SeatSent[], at: Seating): string {
  const leader = seats[ground.leader]
  return t(leader ? 'page.terres.spoken' : 'page.terres.spoken_tied', {
    ground: groundName(ground.id),
    points: ground.token,
    mine: ground.sides[at.mine]?.force ?? 0,
    theirs: ground.sides[at.other]?.force ?? 0,
    first: nameOf(seats, at.mine),
    second: nameOf(seats, at.other),
    leader: leader?.name ?? '',
    cards: ground.cards,
    capacity: ground.capacity,
  })
}

/** The wolves of one side, in words. */
export function cardList(side: TerresSideShown | undefined): string {
  if (!side) return ''
  const lone = side.lone.length + side.stray
  const words = side.cards.map((card) => say(cardName(card)))
  return (lone ? [...words, t('page.terres.lone_count', { number: lone })] : words).join(', ')
}
