/** Settings: language, theme, pace and sound, stored in this browser. */
import type { PhraseSent } from '../wire'
import { fetchWords } from './api'
import { save, load } from './localStorage'
import { type Figures, type Gap, type Part, phrase, Words } from './catalogue'

export type Theme = 'system' | 'dark' | 'light'
export const THEMES = ['system', 'dark', 'light'] as const

/** Pace: factors for moves and moments, and milliseconds for an action of another player and after a turn. */
export const PACE = {
  calm: { move: 1.5, stay: 2, action: 1100, turn: 700 },
  normal: { move: 1, stay: 1, action: 600, turn: 350 },
  fast: { move: 0.4, stay: 0.3, action: 0, turn: 0 },
} as const
export type Pace = keyof typeof PACE
export const PACES = Object.keys(PACE) as Pace[]

function joined(parts: readonly Words[]): Words {
  return new Words(parts[0]?.language ?? '', Object.assign({}, ...parts.map((part) => part.entries)), parts[0]?.own)
}

class Settings {
  words = $state.raw(new Words('fr', {}))
  ready = $state(false)
  readonly #parts = new Map<string, Promise<void>>()
  theme = $state<Theme>('system')
  pace = $state<Pace>('normal')
  sound = $state(load('sound') === 'on')
  /** screen readers speak the guide's notes */
  voice = $state(load('voice') !== 'off')

  constructor() {
    const theme = load('theme')
    if (theme === 'dark' || theme === 'light') this.setTheme(theme)
    const pace = PACES.find((one) => one === load('pace'))
    if (pace) this.pace = pace
  }

  get language(): string {
    return this.words.language
  }

  async setLanguage(language = load('language') ?? navigator.language): Promise<void> {
    const parts = await Promise.all(['', ...this.#parts.keys()].map((part) => fetchWords(language, part)))
    const { own } = this.words
    this.words = joined(parts)
    this.setFigures(own)
    document.documentElement.lang = this.language
    this.ready = true
    save('language', this.language)
  }

  /** Loads a part of the catalogue that the first page does not need: lessons, a game's table. */
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

  /** Sets the figures of the table's box where they differ from the printed one. */
  setFigures(own: Figures): void {
    if (JSON.stringify(own) !== JSON.stringify(this.words.own))
      this.words = new Words(this.language, this.words.entries, own)
  }

  setTheme(theme: Theme): void {
    this.theme = theme
    if (theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
    save('theme', theme)
  }

  setPace(pace: Pace): void {
    this.pace = pace
    save('pace', pace)
  }

  setSound(sound: boolean): void {
    this.sound = sound
    save('sound', sound ? 'on' : 'off')
  }

  setVoice(voice: boolean): void {
    this.voice = voice
    save('voice', voice ? 'on' : 'off')
  }
}

export const settings = new Settings()

/** The text of a catalogue key. */
export function t(key: string, gaps: Record<string, Gap> = {}): string {
  return settings.words.say(phrase(key, gaps))
}

export function say(sentence: PhraseSent): string {
  return settings.words.say(sentence)
}

export function parts(sentence: PhraseSent): Part[] {
  return settings.words.parts(sentence)
}

/** A number of the table's box, such as `traces.zones.green_from`; 0 until the game's catalogue is loaded. */
export const figure = (name: string): number => Number(settings.words.figure(name)) || 0
