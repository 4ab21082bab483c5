/** Sentences from the catalogue, said as meute/text/catalogue.py says them. */
import type { PhraseSent } from '../wire'

export type Entries = Readonly<Record<string, string>>
export type Gap = string | number | PhraseSent

/** Text, or the name of a thing that can be drawn. */
export type Part = string | { mark: string; text: string }

const GAP = /(\b(?:de|que) )?\{(\w+)((?:\|[^|{}]*)+)?\}|\[\[([\w.-]+)\|([^\]]*)\]\]/g

/** How a name begins before which `de` and `que` lose their vowel; not the letter of a square. */
const ELIDES: Readonly<Record<string, RegExp>> = { fr: /^(?:[aeiouàâéèêîôûœæ]\p{L}|y(?![aeiou])\p{L})/iu }

/** In this order the forms of a word stand in a sentence; the last one stands for the rest. */
const CATEGORIES: readonly Intl.LDMLPluralRule[] = ['zero', 'one', 'two', 'few', 'many', 'other']

const NAMELESS = 'server.nameless.all'

/** A number as people read it, with a sign that is no hyphen; other words as they are. */
export const numeral = (number: number | string): string => String(number).replace(/^-(?=\d)/, '−')

/** +3, 0, −2. */
export const signed = (number: number): string => (number > 0 ? `+${number}` : numeral(number))

export function phrase(key: string, gaps: Record<string, Gap> = {}, mark = ''): PhraseSent {
  return { key, gaps, mark }
}

export class Words {
  readonly #plural: Intl.PluralRules
  readonly #forms: readonly Intl.LDMLPluralRule[]
  /** what people without a name are called, in every language; several at one screen are numbered */
  readonly #nameless: RegExp | null

  constructor(
    readonly language: string,
    readonly entries: Entries,
  ) {
    this.#plural = new Intl.PluralRules(language)
    const known = this.#plural.resolvedOptions().pluralCategories
    this.#forms = CATEGORIES.filter((category) => known.includes(category))
    this.#nameless = entries[NAMELESS] ? new RegExp(`^(?:${entries[NAMELESS]})(?= \\d+$|$)`) : null
  }

  /** What somebody is called, or several in a row: who has no name, by the reader's word for that. */
  named(names: string): string {
    const [nameless, ours] = [this.#nameless, this.entries['server.nameless']]
    return nameless && ours ? names.split(', ').map((name) => name.replace(nameless, ours)).join(', ') : names
  }

  has(key: string): boolean {
    return key in this.entries
  }

  say(sentence: PhraseSent): string {
    return this.parts(sentence)
      .map((part) => (typeof part === 'string' ? part : part.text))
      .join('')
  }

  /** The sentence in pieces, so that the things in it can be drawn. */
  parts(sentence: PhraseSent): Part[] {
    const entry = this.entries[sentence.key] ?? sentence.key
    const out: Part[] = []
    let at = 0
    for (const gap of entry.matchAll(GAP)) {
      out.push(entry.slice(at, gap.index))
      out.push(...(gap[4] ? [{ mark: gap[4], text: gap[5] ?? '' }] : this.#fill(sentence, gap)))
      at = gap.index + gap[0].length
    }
    out.push(entry.slice(at))
    const full = out.filter((part) => part !== '')
    if (!sentence.mark) return full
    return [{ mark: sentence.mark, text: full.map((part) => (typeof part === 'string' ? part : part.text)).join('') }]
  }

  /** What an event tells the viewer: in the second person where it is about him. */
  told(sentence: PhraseSent, own: boolean): PhraseSent {
    const you = `${sentence.key}.you`
    if (!own) return sentence
    if (this.has(you)) return { ...sentence, key: you }
    return { ...sentence, gaps: { ...sentence.gaps, seat: (this.entries['page.you'] ?? '').toLocaleLowerCase() } }
  }

  #fill(sentence: PhraseSent, gap: RegExpExecArray): Part[] {
    const before = gap[1] ?? ''
    const filling = sentence.gaps?.[gap[2] ?? '']
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

  /** Which form of a word follows this number. */
  form(filling: Gap): number {
    const number = Number(typeof filling === 'object' ? this.say(filling).replace('−', '-') : filling)
    return this.#forms.indexOf(this.#plural.select(number))
  }
}

/** Every thing that a sentence names. */
export function marks(sentence: PhraseSent): string[] {
  const inner = Object.values(sentence.gaps ?? {}).flatMap((gap) => (typeof gap === 'object' ? marks(gap) : []))
  return sentence.mark ? [sentence.mark, ...inner] : inner
}
