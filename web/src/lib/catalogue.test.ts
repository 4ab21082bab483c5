import { describe, expect, it } from 'vitest'
import { marks, phrase, Words } from './catalogue'

const entries = {
  number: '{number}',
  'g.card': '{value} rouge',
  'g.event.leads': '{seat} mène : {card}.',
  'g.event.leads.you': 'Vous menez : {card}.',
  'g.left': '{n} {n|carte|cartes}',
}
const fr = new Words('fr', entries)
const card = phrase('g.card', { value: 6 }, 'card.r6')

const catalogues = import.meta.glob<string>('../../../src/meute/text/*.po', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** the plural rule in a catalogue's header, which Python uses */
const RULE = /"Language: (\w+)\\n"\n"Plural-Forms: nplurals=(\d+); plural=([^;]+);/

describe.each(Object.values(catalogues))('the plurals of a catalogue', (text) => {
  const [, language = '', forms = '', rule = ''] = RULE.exec(text) ?? []
  const counted = new Function('n', `return Number(${rule})`) as (n: number) => number

  it(`are those of Unicode in ${language}`, () => {
    const words = new Words(language, {})
    const numbers = Array.from({ length: 1000 }, (_, n) => n)
    expect(numbers.map((n) => Math.min(words.form(n), Number(forms) - 1))).toEqual(numbers.map(counted))
  })
})

describe('words', () => {
  it('fills gaps with names, numbers and other sentences', () => {
    expect(fr.say(phrase('g.event.leads', { seat: 'Roch', card }))).toBe('Roch mène : 6 rouge.')
  })

  it('calls those without a name by the reader’s word', () => {
    const words = new Words('fr', { ...entries, 'server.nameless': 'Invité', 'server.nameless.all': 'Guest|Invité' })
    expect(words.say(phrase('g.event.leads', { seat: 'Guest', card }))).toBe('Invité mène : 6 rouge.')
    const names = ['Guest', 'Roch', 'Guestine', 'Guest 2', 'Roch, Guest, Guest 3']
    expect(names.map((name) => words.named(name))).toEqual([
      'Invité',
      'Roch',
      'Guestine',
      'Invité 2',
      'Roch, Invité, Invité 3',
    ])
  })

  it('keeps the things of a sentence apart, to be drawn', () => {
    expect(fr.parts(phrase('g.event.leads', { seat: 'Roch', card }))).toEqual([
      'Roch',
      ' mène : ',
      { mark: 'card.r6', text: '6 rouge' },
      '.',
    ])
    expect(marks(phrase('g.event.leads', { card }))).toEqual(['card.r6'])
  })

  it('elides de and que before a vowel, in French, and not before a square', () => {
    const said = { ...entries, whose: 'Le {card} de {seat} vaut plus que {seat}.', from: 'de {seat}' }
    const words = new Words('fr', said)
    expect(words.say(phrase('whose', { seat: 'Ysengrin', card }))).toBe('Le 6 rouge d’Ysengrin vaut plus qu’Ysengrin.')
    expect(words.say(phrase('whose', { seat: 'Roch', card }))).toBe('Le 6 rouge de Roch vaut plus que Roch.')
    expect(['Yann', 'A5', 'Émeline', 'Hersent'].map((seat) => words.say(phrase('from', { seat })))).toEqual([
      'de Yann',
      'de A5',
      'd’Émeline',
      'de Hersent',
    ])
    expect(new Words('en', said).say(phrase('from', { seat: 'Ana' }))).toBe('de Ana')
  })

  it('counts zero as one in French only', () => {
    expect([0, 1, 2, -1].map((n) => fr.say(phrase('g.left', { n })))).toEqual([
      '0 carte',
      '1 carte',
      '2 cartes',
      '−1 carte',
    ])
    expect([0, 1, -1].map((n) => new Words('en', entries).say(phrase('g.left', { n })))).toEqual([
      '0 cartes',
      '1 carte',
      '−1 carte',
    ])
  })

  it('has as many forms of a word as its language', () => {
    const polish = new Words('pl', { wolves: '{n} {n|wilk|wilki|wilków}' })
    expect([1, 3, 5, 22, 112].map((n) => polish.say(phrase('wolves', { n })))).toEqual([
      '1 wilk',
      '3 wilki',
      '5 wilków',
      '22 wilki',
      '112 wilków',
    ])
  })

  it('counts by a number that is itself a sentence', () => {
    expect(fr.say(phrase('g.left', { n: phrase('number', { number: 3 }) }))).toBe('3 cartes')
  })

  it('speaks to the one it is about', () => {
    const leads = phrase('g.event.leads', { seat: 'Roch', card })
    expect(fr.say(fr.forViewer(leads, true))).toBe('Vous menez : 6 rouge.')
    const words = new Words('fr', { 'page.you': 'Vous', 'g.event.dies': '{wolf} ({seat}) meurt.' })
    expect(words.say(words.forViewer(phrase('g.event.dies', { wolf: 'Vert A', seat: 'Invité' }), true))).toBe(
      'Vert A (vous) meurt.',
    )
    expect(fr.say(fr.forViewer(leads, false))).toBe('Roch mène : 6 rouge.')
  })

  it('shows the key of a sentence that is missing', () => {
    expect(fr.say(phrase('g.none'))).toBe('g.none')
  })

  it('tell the figures of a box, and those of an owner’s box instead', () => {
    const entries = { cost: 'Il faut {w.x.food} {w.x.food|nourriture|nourritures}.', 'figure:w.x.food': '3' }
    expect(new Words('fr', entries).say(phrase('cost'))).toBe('Il faut 3 nourritures.')
    expect(new Words('fr', entries, { 'w.x.food': 1 }).say(phrase('cost'))).toBe('Il faut 1 nourriture.')
  })

  it('fill the figures of a box into a text that is no entry', () => {
    const page = '<p><span>{w.x.food} {w.x.food|nourriture|nourritures}</span> pour un point</p>'
    const printed = new Words('fr', { 'figure:w.x.food': '3' })
    expect(printed.withFigures(page)).toBe('<p><span>3 nourritures</span> pour un point</p>')
    expect(new Words('fr', printed.entries, { 'w.x.food': 1 }).withFigures(page)).toContain('1 nourriture<')
  })
})
