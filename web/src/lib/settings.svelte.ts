/** Language and theme, kept in this browser. */
import type { PhraseSent } from '../wire'
import { fetchWords } from './api'
import { keep, kept } from './kept'
import { type Gap, type Language, type Part, phrase, Words } from './words'

export type Theme = 'system' | 'dark' | 'light'
export const LANGUAGES = ['fr', 'en'] as const
export const THEMES = ['system', 'dark', 'light'] as const

function firstLanguage(): Language {
  const own = kept('language')
  if (own === 'fr' || own === 'en') return own
  return navigator.language.startsWith('en') ? 'en' : 'fr'
}

class Settings {
  words = $state.raw(new Words('fr', {}))
  ready = $state(false)
  theme = $state<Theme>('system')

  constructor() {
    const theme = kept('theme')
    if (theme === 'dark' || theme === 'light') this.setTheme(theme)
  }

  get language(): Language {
    return this.words.language
  }

  async setLanguage(language: Language = firstLanguage()): Promise<void> {
    const entries = await fetchWords(language)
    this.words = new Words(language, entries)
    document.documentElement.lang = language
    this.ready = true
    keep('language', language)
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
