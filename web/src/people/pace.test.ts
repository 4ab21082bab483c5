import { expect, test } from 'vitest'
import { phrase } from '../lib/catalogue'
import { left, leftOf, nameOf, note, PACES } from './pace'

test('a pace is known by its figures', () => {
  for (const [name, pace] of Object.entries(PACES)) expect(nameOf(pace)).toBe(name)
  expect(nameOf({ kind: 'days', turn: 5, bank: 5, vacation: false })).toBe('day')
})

test('without a clock it is said when a bot stands in', () => {
  expect(note(null, null)).toEqual(phrase('people.pace_note.free'))
  expect(note(null, 120)).toEqual(phrase('people.pace_note.free_absent', { after: phrase('page.patience.120') }))
  expect(note(PACES.live ?? null, 120)).toEqual(phrase('people.pace_note.live'))
})

test('what is left is said in its largest unit', () => {
  expect(left(3 * 86400)).toEqual({ key: 'days', amount: '3' })
  expect(left(86400)).toEqual({ key: 'hours', amount: '24' })
  expect(left(75)).toEqual({ key: 'minutes', amount: '1:15' })
})

test('a clock runs on after it was told, unless it stands', () => {
  const clock = { seconds: 60, runs: true, away: false, out: false }
  expect(leftOf(clock, 1000, 11_000)).toBe(50)
  expect(leftOf({ ...clock, runs: false }, 1000, 11_000)).toBe(60)
  expect(leftOf(clock, 1000, 1_000_000)).toBe(0)
})
