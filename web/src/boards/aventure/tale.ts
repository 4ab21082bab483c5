/** The tale of a grid: its cards in the order of reading, as sentences. The same grid always tells the same tale. */
import { phrase } from '../../lib/catalogue'
import type { AventureCardShown, AventureGridShown, PhraseSent } from '../../wire'
import { isGoal } from './names'

const KEY = 'aventure.tale'
const PLACES = ['foret', 'ville', 'chateau']
/** clauses of the sentences of a row */
const RHYTHMS = [
  [1, 2, 2],
  [2, 1, 2],
  [2, 2, 1],
]
/** how many texts of each kind there are */
const VARIANTS = { granted: 5, open: 4, link: 11, join: 4, chapter: 3, last: 3, start: 2, end: 3 }
const BRIGHT = 2 / 3
const DARK = 1 / 3

/** Paragraphs of sentences. */
export type Tale = readonly (readonly PhraseSent[])[]

/** A card to tell of, and whether it is an Objective that earned points. */
interface Told {
  card: AventureCardShown
  granted: boolean
}

/** FNV-1a. */
function hash(text: string): number {
  let sum = 0x811c9dc5
  for (const letter of text) sum = Math.imul(sum ^ letter.charCodeAt(0), 0x01000193)
  return sum >>> 0
}

class Teller {
  readonly #seed: string
  readonly #used: Record<string, number> = {}
  readonly #told = new Set<string>()

  constructor(cards: readonly string[]) {
    this.#seed = cards.join()
  }

  /** The next of several texts; none comes again before all have come. */
  key(kind: keyof typeof VARIANTS, of = ''): string {
    const name = of ? `${kind}.${of}` : kind
    const count = this.#used[name] ?? 0
    this.#used[name] = count + 1
    return `${KEY}.${name}.${((hash(this.#seed + name) + count) % VARIANTS[kind]) + 1}`
  }

  /** Whether this is said for the first time. */
  first(text: string): boolean {
    const news = !this.#told.has(text)
    this.#told.add(text)
    return news
  }

  rhythm(row: number): readonly number[] {
    return RHYTHMS[(hash(this.#seed) + row) % RHYTHMS.length] ?? []
  }

  clause({ card: { card }, granted }: Told): PhraseSent {
    const what = phrase(`${KEY}.${isGoal(card) ? 'wish' : 'story'}.${card}`)
    const clause = isGoal(card) ? phrase(this.key(granted ? 'granted' : 'open'), { wish: what }) : what
    return this.first(card) ? clause : phrase(`${KEY}.again`, { what: clause })
  }

  /** The cards of a row as sentences: two Stories may share one, and the next one after the first sentence is
   * linked to it. */
  sentences(cells: readonly Told[], row: number): PhraseSent[] {
    const out: PhraseSent[] = []
    const left = [...cells]
    const rhythm = [...this.rhythm(row)]
    let linked = false
    while (left[0]) {
      const pair = left.slice(0, rhythm.shift() ?? 1)
      const [one, other] = pair.some(({ card }) => isGoal(card.card)) ? pair.slice(0, 1) : pair
      if (!one) break
      left.splice(0, other ? 2 : 1)
      const what = this.clause(one)
      const sentence = other ? phrase(this.key('join'), { what, then: this.clause(other) }) : what
      const link: boolean = out.length > 0 && !linked && !isGoal(one.card.card)
      linked ||= link
      out.push(link ? phrase(this.key('link'), { what: sentence }) : sentence)
    }
    return out
  }

  opening(cards: readonly AventureCardShown[], row: number, last: boolean): PhraseSent {
    const shown = cards.flatMap((card) => card.icons)
    if (row === 0)
      return phrase(this.key('start', mostFrequent(shown.filter((icon) => PLACES.includes(icon))) || 'foret'))
    if (last) return phrase(this.key('last'))
    const theme = mostFrequent(shown)
    return phrase(theme && this.first(theme) ? `${KEY}.chapter.${theme}` : this.key('chapter'))
  }

  ending(wishes: number, granted: number): PhraseSent[] {
    const share = wishes ? granted / wishes : 1 / 2
    const end = phrase(this.key('end', share >= BRIGHT ? 'bright' : share <= DARK ? 'dark' : 'mixed'))
    return wishes ? [phrase(wishes > 1 ? `${KEY}.sum` : `${KEY}.sum.one`, { wishes, granted }), end] : [end]
  }
}

function mostFrequent(icons: readonly string[]): string {
  const count = (icon: string): number => icons.filter((other) => other === icon).length
  return icons.reduce((best, icon) => (count(icon) > count(best) ? icon : best), icons[0] ?? '')
}

/** The tale of a grid; empty if it has no cards. */
export function tale(grid: AventureGridShown): Tale {
  const laid = grid.cells.flatMap((cell) => (cell.card ? [{ ...cell, card: cell.card }] : []))
  laid.sort((one, other) => one.row - other.row || one.col - other.col)
  const teller = new Teller(laid.map((cell) => cell.card.card))
  const earned = new Map(grid.goals.map((goal) => [goal.place, goal.earned]))
  const rows = [...new Set(laid.map((cell) => cell.row))]
  const paragraphs = rows.map((at, row) => {
    const cells = laid
      .filter((cell) => cell.row === at)
      .map(({ card, place }) => ({ card, granted: (earned.get(place) ?? 0) > 0 }))
    const cards = cells.map((cell) => cell.card)
    return [teller.opening(cards, row, row === rows.length - 1), ...teller.sentences(cells, row)]
  })
  const granted = grid.goals.filter((goal) => goal.earned > 0).length
  return laid.length ? [...paragraphs, teller.ending(grid.goals.length, granted)] : []
}
