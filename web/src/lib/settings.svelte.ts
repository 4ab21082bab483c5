/** Language, theme, pace and sound, kept in this browser. */
import type { PhraseSent } from '../wire'
import { fetchWords } from './api'
import { keep, kept } from './kept'
import { type Gap, type Part, phrase, Words } from './words'

export type Theme = 'system' | 'dark' | 'light'
export const THEMES = ['system', 'dark', 'light'] as const

/** How fast the table goes on: times of moves and moments are multiplied; milliseconds that others' moves and turns
 * stay before the next thing happens. */
export const PACE = {
  calm: { move: 1.5, stay: 2, step: 700, turn: 1400 },
  normal: { move: 1, stay: 1, step: 0, turn: 350 },
  fast: { move: 0.4, stay: 0.3, step: 0, turn: 0 },
} as const
export type Pace = keyof typeof PACE
export const PACES = Object.keys(PACE) as Pace[]

function joined(parts: readonly Words[]): Words {
  return new Words(parts[0]?.language ?? '', Object.assign({}, ...parts.map((part) => part.entries)))
}

class Settings {
  words = $state.raw(new Words('fr', {}))
  ready = $state(false)
  readonly #parts = new Map<string, Promise<void>>()
  theme = $state<Theme>('system')
  pace = $state<Pace>('normal')
  sound = $state(kept('sound') === 'on')

  constructor() {
    const theme = kept('theme')
    if (theme === 'dark' || theme === 'light') this.setTheme(theme)
    const pace = PACES.find((one) => one === kept('pace'))
    if (pace) this.pace = pace
  }

  get language(): string {
    return this.words.language
  }

  async setLanguage(language = kept('language') ?? navigator.language): Promise<void> {
    const parts = await Promise.all(['', ...this.#parts.keys()].map((part) => fetchWords(language, part)))
    this.words = joined(parts)
    document.documentElement.lang = this.language
    this.ready = true
    keep('language', this.language)
  }

  /** A part of the words that the first page does without: those of lessons, the coach, the table of a game. */
  learn(part: string): Promise<void> {
    const known = this.#parts.get(part)
    if (known) return known
    const learned = fetchWords(this.language, part).then((more) => {
      this.words = joined([this.words, more])
    })
    this.#parts.set(part, learned)
    learned.catch(() => this.#parts.delete(part))
    return learned
  }

  setTheme(theme: Theme): void {
    this.theme = theme
    if (theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
    keep('theme', theme)
  }

  setPace(pace: Pace): void {
    this.pace = pace
    keep('pace', pace)
  }

  setSound(sound: boolean): void {
    this.sound = sound
    keep('sound', sound ? 'on' : 'off')
  }
}

export const settings = new Settings()

/** The sentence of a key. */
export function t(key: string, gaps: Record<string, Gap> = {}): string {
  return settings.words.say(phrase(key, gaps))
}

export function say(sentence: PhraseSent): string {
  return settings.words.say(sentence)
}

export function parts(sentence: PhraseSent): Part[] {
  return settings.words.parts(sentence)
}
