import { type CardValue, type ClawId, CLAW_IDS, type Suit, SUITS } from '../../art/terres/terres'
import { phrase } from '../../lib/words'
import type { PhraseSent } from '../../wire'

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

export const groundName = (ground: string): PhraseSent => phrase(`terres.ground.${ground}`, {}, `ground.${ground}`)

export const clawId = (claw: string): ClawId | null => CLAW_IDS.find((id) => id === claw) ?? null

export function clawName(claw: string): PhraseSent {
  return claw === 'hidden' ? phrase('page.terres.hidden') : phrase(`terres.claw.${claw}`, {}, `claw.${claw}`)
}
