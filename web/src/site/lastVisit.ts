/** The visitor's data of the last visit, shown until the engine is ready, so that nothing appears late or moves. */
import { save, load } from '../lib/localStorage'
import { siteManifest } from './protocol'

/** Several sites may share one origin. */
const key = (name: string): string => `last.${name} ${new URL('.', location.href).href}`

export function remember(name: string, value: unknown): void {
  save(key(name), JSON.stringify({ version: siteManifest().version, value }))
}

/** The stored value; others than this version of the site may use another format, so theirs counts only on demand. */
export function remembered<T>(name: string, ofAnyVersion = false): T | null {
  const { version, value } = JSON.parse(load(key(name)) ?? '{}') as { version?: string; value?: T }
  return ofAnyVersion || version === siteManifest().version ? (value ?? null) : null
}
