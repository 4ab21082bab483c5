/** What the site's builder has told the page (`finish` in meute/site/make.py), and what page and workers tell each other. */
export interface Told {
  readonly version: string
  /** the address of a server for what needs others; empty: there is none */
  readonly server: string
  /** of each part of the engine, its file and how many bytes that has */
  readonly engine: Readonly<Record<string, readonly [file: string, bytes: number]>>
  /** under what name Python's memory is kept beside them */
  readonly memory: string
  /** answers that the house need not be asked for, by their paths */
  readonly answers: Readonly<Record<string, string>>
  /** what Pyodide wants to know of its packages */
  readonly lock: string
}

/** The folder of the site, where everything else is looked for. */
export type Root = string

/** To the house. */
export type ToHouse =
  | { ask: number; method: string; path: string; body: string; language: string }
  | { connect: number; path: string; language: string }
  | { say: number; text: string }
  | { leave: number }

/** Why the engine does not run. */
export type Trouble = 'download' | 'engine' | 'newer'

/** From the house. */
export type FromHouse =
  | { answer: number; status: number; headers: Record<string, string>; body: Uint8Array<ArrayBuffer> }
  | { told: number; text: string }
  | { hung: number; code: number }
  | { bytes: number }
  | { ready: true; keeps: boolean }
  | { trouble: Trouble; details: string }
  | { unkept: string }

/** Hands are given what the house has compiled already. */
export type Start = { told: Told; root: Root; role: 'house' | 'hands'; module?: WebAssembly.Module | undefined }
export type Errand = { number: number; errand: Uint8Array }
export type Outcome = { number: number; outcome: Uint8Array }

export function told(): Told {
  return JSON.parse(document.getElementById('site')?.textContent ?? '{}') as Told
}
