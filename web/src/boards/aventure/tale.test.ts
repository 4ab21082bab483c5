import { describe, expect, it } from 'vitest'
import { Words } from '../../lib/catalogue'
import type { AventureGridShown, PhraseSent } from '../../wire'
import { tale } from './tale'

const catalogues = import.meta.glob<string>('../../../../src/meute/games/aventure/text/*.po', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const LANGUAGES = Object.entries(catalogues).map(([path, source]) => {
  const entries = [...source.matchAll(/^msgid "(.+)"\nmsgstr "(.*)"$/gm)].map(([, key = '', text = '']) => [key, text])
  return new Words(path.slice(-5, -3), Object.fromEntries(entries))
})

const card = (name: string): string => `${name}`.padStart(2, '0')
function grid(cards: readonly string[], earned = 3): AventureGridShown {
  const cells = cards.map((name, i) => ({
    place: `cell.0.${i}`,
    cell: `${i}`,
    row: Math.floor(i / 5) + 3,
    col: (i % 5) + 2,
    card: { card: name, icons: name.startsWith('h') ? ['loups'] : [], goal: null, mark: '', extra: '' },
    legal: false,
    gain: 0,
    gains: [],
  }))
  const goals = cells.filter((cell) => cell.card.card.startsWith('o'))
  return {
    cells,
    goals: goals.map((cell, i) => ({ place: cell.place, earned: i % 2 ? earned : 0 })),
  } as unknown as AventureGridShown
}
const cards = (from: number): string[] =>
  Array.from({ length: 25 }, (_, i) => `${i % 4 === 3 ? 'o' : 'h'}${card(`${((from + i * 2) % 55) + 1}`)}`)
const keys = (one: PhraseSent): string[] => [
  one.key,
  ...Object.values(one.gaps ?? {}).flatMap((gap) => (typeof gap === 'object' ? keys(gap) : [])),
]

describe('the tale of a grid', () => {
  it('has every card once, row by row, in every language, without a gap left', () => {
    for (let from = 0; from < 55; from++) {
      const told = tale(grid(cards(from)))
      expect(told).toHaveLength(6)
      const named = told.flat().flatMap(keys)
      const shown = named.filter((key) => /\.(story|wish)\./.test(key)).map((key) => key.split('.').at(-1))
      expect(shown).toEqual(cards(from))
      for (const language of LANGUAGES)
        for (const sentence of told.flat()) {
          expect(language.say(sentence)).not.toMatch(/[{}]|aventure\.|que [aeiouéêè]/)
          expect(language.say(sentence)).toMatch(/\.$|[^.]$/)
        }
    }
  })

  it('is the same each time, and another one for other cards', () => {
    expect(tale(grid(cards(3)))).toEqual(tale(grid(cards(3))))
    const [one, other] = [cards(3), cards(3)]
    ;[other[0], other[1]] = [other[1] ?? '', other[0] ?? '']
    const text = (of: readonly string[]): string => JSON.stringify(tale(grid(of)))
    expect(text(one)).not.toBe(text(other))
  })

  it('repeats no connection before all have come, and tells a second copy of a card as such', () => {
    const named = tale(grid([...cards(1).slice(0, 24), 'h02']))
      .flat()
      .flatMap(keys)
    for (const kind of ['link', 'join', 'granted', 'open']) {
      const used = named.filter((key) => key.startsWith(`aventure.tale.${kind}.`)).slice(0, 4)
      expect(new Set(used).size).toBe(used.length)
    }
    expect(named.filter((key) => key === 'aventure.tale.again')).toHaveLength(
      cards(1).slice(0, 24).includes('h02') ? 1 : 0,
    )
  })

  it('ends by what came true, and a grid without cards has none', () => {
    const end = (earned: number): string =>
      tale(grid(cards(0), earned))
        .at(-1)
        ?.at(-1)?.key ?? ''
    expect(end(0)).toContain('dark')
    expect(end(4)).toContain('mixed')
    expect(tale(grid([]))).toEqual([])
  })
})
