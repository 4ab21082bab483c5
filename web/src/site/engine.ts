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
  makeMemorySnapshot(): Uint8Array<ArrayBuffer>
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
interface Started {
  python: Python
  module: WebAssembly.Module
  /** nothing was kept of an earlier start */
  fresh: boolean
}
type Loader = { loadPyodide(config: object): Promise<Python> }

const PAGE = 65_536
const LIBRARY = '/lib/python3.14/site-packages'
const worker = self as unknown as {
  postMessage(message: unknown, moved?: Transferable[]): void
  onmessage: ((event: MessageEvent) => void) | null
}

/** Starts Python with everything that the house needs; from where an earlier start had come, if that was kept. */
async function start({ told, root, module }: Start, bringer: Bringer): Promise<Started> {
  // all at once: none of them waits for another
  const [{ loadPyodide }, { default: createPyodideModule }, wasm, library, memory] = await Promise.all([
    bringer.script<Loader>('pyodide.mjs'),
    bringer.script<{ default: unknown }>('pyodide.asm.mjs'),
    module ?? bringer.module('pyodide.asm.wasm'),
    bringer.bytes('python.zip'),
    bringer.memory(),
  ])
  // Pyodide fetches both by names of its own, and would wait for ever if one broke off
  const own = new URL('engine/python/', root).href
  const plain = globalThis.fetch
  globalThis.fetch = (asked, init) => (String(asked).startsWith(own) ? Promise.resolve(new Response(library)) : plain(asked, init))
  WebAssembly.instantiateStreaming = async (_, imports) => ({ module: wasm, instance: await roomy(wasm, imports, memory) })
  const env = { PYTHONDONTWRITEBYTECODE: '1' }
  const settings = { indexURL: own, stdLibURL: `${own}python.zip`, lockFileContents: told.lock, createPyodideModule, env }
  const anew = (): Promise<Python> => loadPyodide({ ...settings, _makeSnapshot: true })
  const loading = memory ? loadPyodide({ ...settings, _loadSnapshot: memory }).catch(() => bringer.forgetMemory().then(anew)) : anew()
  // ours comes while Python wakes up
  const [python, files] = await Promise.all([loading, bringer.bytes('meute.pack')])
  unpack(python, files)
  return { python, module: wasm, fresh: !memory }
}

/** Python with room for the memory that it is to be given. */
async function roomy(wasm: WebAssembly.Module, imports: WebAssembly.Imports | undefined, memory: ArrayBuffer | null): Promise<WebAssembly.Instance> {
  const instance = await WebAssembly.instantiate(wasm, imports)
  const own = instance.exports['memory'] as WebAssembly.Memory
  own.grow(Math.max(0, Math.ceil(((memory?.byteLength ?? 0) - own.buffer.byteLength) / PAGE)))
  return instance
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
  readonly #bringer: Bringer
  readonly #hands = new Map<string, Worker>()
  #inn: Inn | null = null
  #module: WebAssembly.Module | undefined
  /** until other workers can start from this one's memory */
  #kept = Promise.resolve()
  #waiting: ToHouse[] = []

  constructor(private readonly given: Start) {
    this.#bringer = new Bringer(given.told, given.root, (bytes) => this.tell({ bytes }))
    worker.onmessage = ({ data }) => this.hear(data as ToHouse)
    this.open().catch((error: unknown) => {
      const details = String(error)
      const trouble = error instanceof Missing ? 'download' : details.includes('error.data_newer') ? 'newer' : 'engine'
      void this.#bringer.forgetMemory()
      this.tell({ trouble, details })
    })
  }

  tell(message: FromHouse, moved: Transferable[] = []): void {
    worker.postMessage(message, moved)
  }

  async open(): Promise<void> {
    const [{ python, module, fresh }, shelf] = await Promise.all([start(this.given, this.#bringer), Shelf.open(this.given.root)])
    this.#module = module
    if (fresh) {
      python.pyimport('meute.site.early')
      this.#kept = this.#bringer.keepMemory(python.makeMemorySnapshot())
    }
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
      // what can be made again makes room for what cannot
      await shelf.write(kept).catch(() => this.#bringer.forgetMemory().then(() => shelf.write(kept)))
    } catch (error) {
      this.tell({ unkept: String(error) })
      throw new Error(String(error)) // Python knows no errors of the browser's own kinds
    }
  }

  #hand(python: Python, who: string, errand: Errand): void {
    const known = this.#hands.get(who)
    const hands = known ?? new Worker(self.location.href, { type: 'module' })
    const send = (message: Start | Errand): void => void this.#kept.then(() => hands.postMessage(message))
    if (!known) {
      this.#hands.set(who, hands)
      hands.onmessage = ({ data }: MessageEvent<Outcome>) => this.#inn?.heard(who, data.number, python.toPy(data.outcome))
      hands.onerror = () => this.#lose(who)
      send({ ...this.given, role: 'hands', module: this.#module })
    }
    if (errand.number) send(errand)
  }

  #lose(who: string): void {
    this.#hands.get(who)?.terminate()
    this.#hands.delete(who)
    this.#inn?.lost(who)
  }
}

// --- the hands

async function lend(given: Start): Promise<void> {
  const started = start(given, new Bringer(given.told, given.root, () => undefined))
  const ready = started.then(({ python }) => [python, python.pyimport('meute.site.hands') as HandsModule] as const)
  worker.onmessage = ({ data }: MessageEvent<Errand>) => {
    void ready.then(([python, hands]) => {
      const outcome = taken<Uint8Array>(hands.do(python.toPy(data.errand)))
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
