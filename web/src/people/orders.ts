/** What may be ordered in each game, and what an order is called. */
import type { OrderSent } from '../wire'

export interface Offer {
  key: string
  /** the kind of question */
  kind: string
  answers: string[]
  /** up to so much, before these answers */
  amount?: true
  /** cards to choose from, in the order in which they are laid */
  cards?: number
}

export const OFFERED: Readonly<Record<string, readonly Offer[]>> = {
  wildlife: [
    { key: 'bid', kind: 'sale', answers: ['pass'], amount: true },
    { key: 'pass', kind: 'sale', answers: ['pass'] },
    { key: 'yield', kind: 'defence', answers: ['yield'] },
  ],
  traces: [
    { key: 'peace', kind: 'challenge', answers: ['pass'] },
    { key: 'submit', kind: 'answer', answers: ['submit'] },
    { key: 'duel', kind: 'duel', answers: [], cards: 10 },
  ],
}

export const cardText = (card: number): string => `card:${card}`
/** The cards that a duel's order lays, in order. */
export const cardsOf = (order: OrderSent): number[] => order.answers.map((text) => Number(text.replace('card:', '')))

/** The offer that an order was made by. */
export function offerOf(game: string, order: OrderSent): Offer | undefined {
  const kind = (OFFERED[game] ?? []).filter((one) => one.kind === order.kind)
  return kind.find((one) => one.cards || (order.most !== null ? one.amount : !one.amount && one.answers[0] === order.answers[0]))
}
