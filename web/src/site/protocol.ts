/** The site's manifest (written by `finish` in meute/site/make.py), and the messages between page and workers. */
export interface SiteManifest {
  readonly version: string
  /** address of a server for features that need one; may be empty */
  readonly server: string
  /** parts of the engine: file and size in bytes */
  readonly engine: Readonly<Record<string, readonly [file: string, bytes: number]>>
  /** cache key of the Python memory snapshot */
  readonly memory: string
  /** files of prebuilt answers, by path */
  readonly answers: Readonly<Record<string, string>>
  /** Pyodide's lock file */
  readonly lock: string
}

/** The address of the site's folder. */
export type Root = string

/** Messages to the engine. */
export type ToEngine =
  | { ask: number; method: string; path: string; body: string; language: string }
  | { connect: number; path: string; language: string }
  | { say: number; text: string }
  | { leave: number }

/** Why the engine does not run. */
export type StartError = 'download' | 'engine' | 'newer'

/** Messages from the engine. */
export type FromEngine =
  | { answer: number; status: number; headers: Record<string, string>; body: Uint8Array<ArrayBuffer> }
  | { line: number; text: string }
  | { hung: number; code: number }
  | { bytes: number }
  | { ready: true; persistent: boolean }
  | { startError: StartError; details: string }
  | { unsaved: string }

/** The first message to a worker; search workers get the module that the engine has compiled. */
export type Start = {
  manifest: SiteManifest
  root: Root
  role: 'engine' | 'search'
  module?: WebAssembly.Module | undefined
}
export type WorkerTask = { number: number; task: Uint8Array }
export type Outcome = { number: number; outcome: Uint8Array }

export function siteManifest(): SiteManifest {
  return JSON.parse(document.getElementById('site')?.textContent ?? '{}') as SiteManifest
}
