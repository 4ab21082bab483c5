/** Renders phrases from the catalogue, like meute/text/catalogue.py. */
import type { PhraseSent } from '../wire'

export type Entries = Readonly<Record<string, string>>
/** Figures of a box by key: numbers, and lists as text. */
export type Figures = Readonly<Record<string, number | string>>
export type Gap = string | number | PhraseSent

/** Text, or the name of a thing that has a sign. */
export type Part = string | { mark: string; text: string }

const GAP = /(\b(?:de|que) )?\{([\w.]+)((?:\|[^|{}]*)+)?\}|\[\[([\w.-]+)\|([^\]]*)\]\]/g

/** Beginnings of names before which French elides `de` and `que`; not a single letter, which names a square. */
const ELIDES: Readonly<Record<string, RegExp>> = { fr: /^(?:[aeiouàâéèêîôûœæ]\p{L}|y(?![aeiou])\p{L})/iu }

/** Order of plural forms in a catalogue entry; the last one covers all other categories. */
const CATEGORIES: readonly Intl.LDMLPluralRule[] = ['zero', 'one', 'two', 'few', 'many', 'other']

const NAMELESS = 'server.nameless.all'

/** Formats a number with a true minus sign; other values unchanged. */
export const numeral = (number: number | string): string => String(number).replace(/^-(?=\d)/, '−')

/** Formats a number with its sign: +3, 0, −2. */
export const signed = (number: number): string => (number > 0 ? `+${number}` : numeral(number))

export function phrase(key: string, gaps: Record<string, Gap> = {}, mark = ''): PhraseSent {
  return { key, gaps, mark }
}

const joined = (parts: readonly Part[]): string =>
  parts.map((part) => (typeof part === 'string' ? part : part.text)).join('')

export class Words {
  readonly #plural: Intl.PluralRules
  readonly #forms: readonly Intl.LDMLPluralRule[]
  /** matches the names of anonymous guests in every language, also numbered ones (several at one screen) */
  readonly #nameless: RegExp | null

  constructor(
    readonly language: string,
    readonly entries: Entries,
    /** figures of the owner's box that differ from the printed one */
    readonly own: Figures = {},
  ) {
    this.#plural = new Intl.PluralRules(language)
    const known = this.#plural.resolvedOptions().pluralCategories
    this.#forms = CATEGORIES.filter((category) => known.includes(category))
    this.#nameless = entries[NAMELESS] ? new RegExp(`^(?:${entries[NAMELESS]})(?= \\d+$|$)`) : null
  }

  /** Display names: anonymous guests get the reader's word for "guest". */
  named(names: string): string {
    const [nameless, ours] = [this.#nameless, this.entries['server.nameless']]
    return nameless && ours
      ? names
          .split(', ')
          .map((name) => name.replace(nameless, ours))
          .join(', ')
      : names
  }

  has(key: string): boolean {
    return key in this.entries
  }

  /** A figure of a box by game and key: `wildlife.exchange.food_for_a_point`. */
  figure(name: string): number | string {
    return this.own[name] ?? this.entries[`figure:${name}`] ?? `{${name}}`
  }

  say(sentence: PhraseSent): string {
    return joined(this.parts(sentence))
  }

  /** The sentence split into text and things, so that things can be drawn with their signs. */
  parts(sentence: PhraseSent): Part[] {
    const full = this.#split(this.entries[sentence.key] ?? sentence.key, sentence)
    return sentence.mark ? [{ mark: sentence.mark, text: joined(full) }] : full
  }

  /** A text that is no entry, such as a section of a rules page, with the figures of the box filled in. */
  withFigures(text: string): string {
    return joined(this.#split(text, phrase('')))
  }

  /** The text of an entry split into text and things. */
  #split(entry: string, sentence: PhraseSent): Part[] {
    const out: Part[] = []
    let at = 0
    for (const gap of entry.matchAll(GAP)) {
      out.push(entry.slice(at, gap.index))
      out.push(...(gap[4] ? [{ mark: gap[4], text: gap[5] ?? '' }] : this.#fill(sentence, gap)))
      at = gap.index + gap[0].length
    }
    out.push(entry.slice(at))
    return out.filter((part) => part !== '')
  }

  /** The phrase of an event; in the second person where it is about the viewer. */
  forViewer(sentence: PhraseSent, own: boolean): PhraseSent {
    const you = `${sentence.key}.you`
    if (!own) return sentence
    if (this.has(you)) return { ...sentence, key: you }
    return { ...sentence, gaps: { ...sentence.gaps, seat: (this.entries['page.you'] ?? '').toLocaleLowerCase() } }
  }

  #fill(sentence: PhraseSent, gap: RegExpExecArray): Part[] {
    const before = gap[1] ?? ''
    const name = gap[2] ?? ''
    const filling = name.includes('.') ? this.figure(name) : sentence.gaps?.[name]
    if (filling === undefined) return [gap[0]]
    if (gap[3]) {
      const forms = gap[3].split('|').slice(1)
      return [before, forms[Math.min(this.form(filling), forms.length - 1)] ?? '']
    }
    const filled = typeof filling === 'object' ? this.parts(filling) : [numeral(this.named(String(filling)))]
    const [first = ''] = filled
    const elides = before && ELIDES[this.language]?.test(typeof first === 'string' ? first : first.text)
    return [elides ? `${before.slice(0, -2)}’` : before, ...filled]
  }

  /** The index of the plural form for this number. */
  form(filling: Gap): number {
    const number = Number(typeof filling === 'object' ? this.say(filling).replace('−', '-') : filling)
    return this.#forms.indexOf(this.#plural.select(number))
  }
}

/** All things named in a phrase. */
export function marks(sentence: PhraseSent): string[] {
  const inner = Object.values(sentence.gaps ?? {}).flatMap((gap) => (typeof gap === 'object' ? marks(gap) : []))
  return sentence.mark ? [sentence.mark, ...inner] : inner
}
