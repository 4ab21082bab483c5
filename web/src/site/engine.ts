/** A worker that runs Python: the house of a site, or hands that think for it. */
import { Bringer, Missing } from './bring'
import { Shelf } from './kept'
import type { Errand, FromHouse, Outcome, Start, ToHouse } from './told'

/** The part of Pyodide that is used. */
interface Proxy {
  toJs(): unknown
  destroy(): void
}
interface Python {
  FS: { mkdirTree(path: string): void; writeFile(path: string, body: Uint8Array): void }
  pyimport(name: string): unknown
  toPy(value: unknown): unknown
}
interface Inn {
  ask(method: string, path: string, body: string, language: string): Promise<Proxy>
  connect(line: number, path: string, language: string): void
  hear(line: number, text: string): void
  leave(line: number): void
  heard(who: string, number: number, outcome: unknown): void
  lost(who: string): void
}
interface HouseModule {
  open_house(kept: unknown, script: object): Inn
}
interface HandsModule {
  do(errand: unknown): Proxy
}
type Loader = { loadPyodide(config: object): Promise<Python> }

const LIBRARY = '/lib/python3.14/site-packages'
const worker = self as unknown as {
  postMessage(message: unknown, moved?: Transferable[]): void
  onmessage: ((event: MessageEvent) => void) | null
}

/** Starts Python with everything that the house needs. */
async function start({ told, root }: Start, bringer: Bringer): Promise<Python> {
  const wanted: Record<string, () => Promise<Response>> = {
    [new URL('engine/pyodide.asm.wasm', root).href]: () => wasm,
    [new URL('engine/python.zip', root).href]: () => library,
  }
  // all at once: none of them waits for another
  const wasm = bringer.packed('pyodide.asm.wasm', 'application/wasm')
  const library = bringer.packed('python.zip', 'application/zip')
  const files = bringer.bytes('meute.pack')
  files.catch(() => undefined)
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([
    bringer.script<Loader>('pyodide.mjs'),
    bringer.script<{ default: unknown }>('pyodide.asm.mjs'),
    wasm,
    library,
  ])
  // Pyodide asks for its files by names of its own
  const plain = globalThis.fetch
  globalThis.fetch = (asked, init) => wanted[asked instanceof Request ? asked.url : String(asked)]?.() ?? plain(asked, init)
  const python = await loadPyodide({
    indexURL: new URL('engine/', root).href,
    stdLibURL: new URL('engine/python.zip', root).href,
    lockFileContents: told.lock,
    createPyodideModule,
    env: { PYTHONDONTWRITEBYTECODE: '1' },
  })
  unpack(python, await files)
  return python
}

/** Lays out an archive of ours: the length of a list, the list of names and lengths, and the files. */
function unpack(python: Python, archive: Uint8Array): void {
  const head = new DataView(archive.buffer, archive.byteOffset).getUint32(0, true)
  const listed = JSON.parse(new TextDecoder().decode(archive.subarray(4, 4 + head))) as [string, number][]
  const folders = new Set<string>()
  let at = 4 + head
  for (const [name, length] of listed) {
    const path = `${LIBRARY}/${name}`
    const folder = path.slice(0, path.lastIndexOf('/'))
    if (!folders.has(folder)) python.FS.mkdirTree(folder)
    folders.add(folder)
    python.FS.writeFile(path, archive.subarray(at, at + length))
    at += length
  }
}

function taken<T>(proxy: Proxy): T {
  const value = proxy.toJs() as T
  proxy.destroy()
  return value
}

// --- the house

class Host {
  readonly #hands = new Map<string, Worker>()
  #inn: Inn | null = null
  #waiting: ToHouse[] = []

  constructor(private readonly given: Start) {
    worker.onmessage = ({ data }) => this.hear(data as ToHouse)
    this.open().catch((error: unknown) => {
      const details = String(error)
      const trouble = error instanceof Missing ? 'download' : details.includes('error.data_newer') ? 'newer' : 'engine'
      this.tell({ trouble, details })
    })
  }

  tell(message: FromHouse, moved: Transferable[] = []): void {
    worker.postMessage(message, moved)
  }

  async open(): Promise<void> {
    const bringer = new Bringer(this.given.told, this.given.root, (bytes) => this.tell({ bytes }))
    const [python, shelf] = await Promise.all([start(this.given, bringer), Shelf.open(this.given.root)])
    const house = python.pyimport('meute.site.start') as HouseModule
    this.#inn = house.open_house(python.toPy(await shelf.read()), {
      tell: (line: number, text: string) => this.tell({ told: line, text }),
      hangUp: (line: number, code: number) => this.tell({ hung: line, code }),
      // what Python hands over is its own again after the call
      save: (kept: Proxy) => this.#save(shelf, kept.toJs() as Uint8Array),
      hand: (who: string, number: number, errand: Proxy) => this.#hand(python, who, { number, errand: errand.toJs() as Uint8Array }),
      replace: (who: string) => this.#lose(who),
    })
    this.tell({ ready: true, keeps: shelf.keeps })
    for (const message of this.#waiting) this.hear(message)
    this.#waiting = []
  }

  hear(message: ToHouse): void {
    const inn = this.#inn
    if (!inn) this.#waiting.push(message)
    else if ('ask' in message) this.#answer(inn, message).catch((error: unknown) => this.#fail(message.ask, error))
    else if ('connect' in message) inn.connect(message.connect, message.path, message.language)
    else if ('say' in message) inn.hear(message.say, message.text)
    else inn.leave(message.leave)
  }

  async #answer(inn: Inn, { ask, method, path, body, language }: Extract<ToHouse, { ask: number }>): Promise<void> {
    const [status, headers, bytes] = taken<[number, string, Uint8Array<ArrayBuffer>]>(await inn.ask(method, path, body, language))
    this.tell({ answer: ask, status, headers: JSON.parse(headers) as Record<string, string>, body: bytes })
  }

  /** A request that broke the house is answered as a server would. */
  #fail(answer: number, error: unknown): void {
    console.warn(error)
    this.tell({ answer, status: 500, headers: {}, body: new Uint8Array() })
  }

  async #save(shelf: Shelf, kept: Uint8Array): Promise<void> {
    try {
      await shelf.write(kept)
    } catch (error) {
      this.tell({ unkept: String(error) })
      throw new Error(String(error)) // Python knows no errors of the browser's own kinds
    }
  }

  #hand(python: Python, who: string, errand: Errand): void {
    const known = this.#hands.get(who)
    const hands = known ?? new Worker(self.location.href, { type: 'module' })
    if (!known) {
      this.#hands.set(who, hands)
      hands.onmessage = ({ data }: MessageEvent<Outcome>) => this.#inn?.heard(who, data.number, python.toPy(data.outcome))
      hands.onerror = () => this.#lose(who)
      hands.postMessage({ ...this.given, role: 'hands' } satisfies Start)
    }
    if (errand.number) hands.postMessage(errand)
  }

  #lose(who: string): void {
    this.#hands.get(who)?.terminate()
    this.#hands.delete(who)
    this.#inn?.lost(who)
  }
}

// --- the hands

async function lend(given: Start): Promise<void> {
  const python = start(given, new Bringer(given.told, given.root, () => undefined))
  const ready = python.then((found) => [found, found.pyimport('meute.site.hands') as HandsModule] as const)
  worker.onmessage = ({ data }: MessageEvent<Errand>) => {
    void ready.then(([found, hands]) => {
      const outcome = taken<Uint8Array>(hands.do(found.toPy(data.errand)))
      worker.postMessage({ number: data.number, outcome } satisfies Outcome)
    })
  }
  await ready
}

worker.onmessage = ({ data }: MessageEvent<Start>) => {
  if (data.role === 'house') new Host(data)
  else
    lend(data).catch((error: unknown) =>
      setTimeout(() => {
        throw error
      }),
    )
}
