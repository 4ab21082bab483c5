import { describe, expect, it } from 'vitest'
import { control, hasFriends, inField, named, offered } from './options'

const option = (...values: string[]) => ({
  name: 'x',
  values,
  default: values[0] ?? '0',
  seats: 1,
  low: null,
  high: null,
})
const labels = (...words: string[]) => words.map((label) => ({ label }))

describe('options', () => {
  it('become the control that fits their values', () => {
    expect(control(option('no', 'yes'), labels('Non', 'Oui'))).toBe('switch')
    expect(control(option('a', 'b'), labels('Trois, toujours', 'Jusqu’à trois'))).toBe('segments')
    expect(control(option('a', 'b'), labels('Face simple', 'Face avancée : territoires asymétriques'))).toBe('radio')
    expect(control(option('a', 'b', 'c', 'd'), labels('1', '2', '3', '4'))).toBe('select')
    expect(control(option(), [])).toBe('number')
  })

  it('are offered where they change anything', () => {
    const all = [option('a', 'b'), { ...option('c', 'd'), name: 'y', seats: 3 }]
    expect(offered(all, 2).map((one) => one.name)).toEqual(['x'])
    expect(offered(all, 3).map((one) => one.name)).toEqual(['x', 'y'])
  })

  it('part their name from what explains it', () => {
    expect(named('Enchères plus vives : une carte achetée place un pion', true)).toEqual({
      name: 'Enchères plus vives',
      note: 'Une carte achetée place un pion',
    })
    expect(named('Total à atteindre (0 : le total habituel)', false)).toEqual({
      name: 'Total à atteindre',
      note: '0 : le total habituel',
    })
    expect(named('Histoires palpitantes : carte Permanent', false).note).toBe('')
  })

  it('leave the field of a number empty while words say what holds', () => {
    const target = { ...option(), default: '0' }
    expect(inField(target, '0', true)).toBe('')
    expect(inField(target, '70', true)).toBe('70')
    expect(inField(target, '0', false)).toBe('0')
  })
})

it('knows that a game against bots cannot be rated', () => {
  const own = { kind: 'guest', own: true }
  const bot = { kind: 'bot', own: false }
  expect(hasFriends([own, bot])).toBe(false)
  expect(hasFriends([own, { ...bot, kind: 'open' }])).toBe(true)
  expect(hasFriends([own, { ...own, own: false }])).toBe(true)
})
