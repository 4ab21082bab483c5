import { expect, test } from 'vitest'
import { cardsOf, cardText, OFFERED, offerOf } from './orders'

test('an order is known by the offer it was made by', () => {
  for (const [game, offers] of Object.entries(OFFERED))
    for (const offer of offers) {
      const answers = offer.cards ? [10, 1].map(cardText) : offer.answers
      const order = { n: 1, kind: offer.kind, most: offer.amount ? 4 : null, answers: offer.amount ? [] : answers, about: [], until: 'game' as const }
      expect(offerOf(game, order)).toBe(offer)
      if (offer.cards) expect(cardsOf(order)).toEqual([10, 1])
    }
})
