/** Standing orders that each game offers, and their names. */
import type { OrderSent } from '../wire'

export interface Offer {
  key: string
  /** the kind of question */
  kind: string
  answers: readonly string[]
  /** with a limit: the order raises up to an amount, then gives these answers */
  amount?: true
  /** answers to choose from, preferred one first */
  picks?: Picks
}

export interface Picks {
  /** the block (kind) of these actions: the part of their notation before the colon */
  block: string
  values: readonly string[]
  /** prefix of the catalogue keys of the values; empty for cards, which are numbers */
  named: string
}

export const OFFERED: Readonly<Record<string, readonly Offer[]>> = {
  wildlife: [
    { key: 'bid', kind: 'sale', answers: ['pass'], amount: true },
    { key: 'pass', kind: 'sale', answers: ['pass'] },
    { key: 'yield', kind: 'defence', answers: ['yield'] },
    {
      key: 'ability',
      kind: 'ability',
      answers: [],
      picks: {
        block: 'take',
        values: ['food', 'intelligence', 'mobility', 'defense', 'attack'],
        named: 'wildlife.ability',
      },
    },
    {
      key: 'adapt',
      kind: 'adapting',
      answers: [],
      picks: {
        block: 'adapt',
        values: ['savanna', 'mountain', 'steppe', 'desert', 'water', 'forest'],
        named: 'wildlife.terrain',
      },
    },
  ],
  traces: [
    { key: 'peace', kind: 'challenge', answers: ['pass'] },
    { key: 'submit', kind: 'answer', answers: ['submit'] },
    {
      key: 'duel',
      kind: 'duel',
      answers: [],
      picks: { block: 'card', values: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'], named: '' },
    },
  ],
}

/** Converts picked values to answers in notation; `picked` converts them back. */
export const answersFor = (picks: Picks, values: readonly string[]): string[] =>
  values.map((value) => `${picks.block}:${value}`)
export const picked = (order: OrderSent): string[] => order.answers.map((text) => text.slice(text.indexOf(':') + 1))

/** The offer that an order was made from. */
export function offerOf(game: string, order: OrderSent): Offer | undefined {
  const kind = (OFFERED[game] ?? []).filter((one) => one.kind === order.kind)
  return kind.find(
    (one) => one.picks || (order.most !== null ? one.amount : !one.amount && one.answers[0] === order.answers[0]),
  )
}
