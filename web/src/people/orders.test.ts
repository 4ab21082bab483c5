import { expect, test } from 'vitest'
import { OFFERED, offerOf, picked, answersFor } from './orders'

test('an order is known by the offer it was made by', () => {
  for (const [game, offers] of Object.entries(OFFERED))
    for (const offer of offers) {
      const values = offer.picks?.values.slice(2) ?? []
      const answers = offer.picks ? answersFor(offer.picks, values) : [...offer.answers]
      const order = {
        n: 1,
        kind: offer.kind,
        most: offer.amount ? 4 : null,
        answers: offer.amount ? [] : answers,
        about: [],
        until: 'game' as const,
      }
      expect(offerOf(game, order)).toBe(offer)
      if (offer.picks) expect(picked(order)).toEqual(values)
    }
})
