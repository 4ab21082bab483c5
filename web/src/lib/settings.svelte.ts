/** Language and theme, kept in this browser. */
import type { PhraseSent } from '../wire'
import { fetchWords } from './api'
import { keep, kept } from './kept'
import { type Gap, type Part, phrase, Words } from './words'

export type Theme = 'system' | 'dark' | 'light'
export const THEMES = ['system', 'dark', 'light'] as const

class Settings {
  words = $state.raw(new Words('fr', {}))
  ready = $state(false)
  theme = $state<Theme>('system')

  constructor() {
    const theme = kept('theme')
    if (theme === 'dark' || theme === 'light') this.setTheme(theme)
  }

  get language(): string {
    return this.words.language
  }

  async setLanguage(language = kept('language') ?? navigator.language): Promise<void> {
    this.words = await fetchWords(language)
    document.documentElement.lang = this.language
    this.ready = true
    keep('language', this.language)
  }

  setTheme(theme: Theme): void {
    this.theme = theme
    if (theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
    keep('theme', theme)
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
