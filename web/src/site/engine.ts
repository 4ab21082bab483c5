/** A worker that runs Python: the engine of a site (the server), or a search worker (bots and hints). */
import { Downloads, Missing } from './downloads'
import { DataStore } from './dataStore'
import type { WorkerTask, FromEngine, Outcome, Start, ToEngine } from './protocol'

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
interface Engine {
  ask(method: string, path: string, body: string, language: string): Promise<Proxy>
  connect(line: number, path: string, language: string): void
  hear(line: number, text: string): void
  leave(line: number): void
  heard(who: string, number: number, outcome: unknown): void
  lost(who: string): void
}
interface EngineModule {
  open_engine(database: unknown, script: object): Engine
}
interface SearchModule {
  do(task: unknown): Proxy
}
interface Started {
  python: Python
  module: WebAssembly.Module
  /** no memory snapshot was found */
  fresh: boolean
}
type Loader = { loadPyodide(config: object): Promise<Python> }

const PAGE = 65_536
const LIBRARY = '/lib/python3.14/site-packages'
const worker = self as unknown as {
  postMessage(message: unknown, moved?: Transferable[]): void
  onmessage: ((event: MessageEvent) => void) | null
}

/** Starts Python with its packages, from a memory snapshot if there is one. */
async function start({ manifest, root, module }: Start, downloads: Downloads): Promise<Started> {
  // in parallel
  const [{ loadPyodide }, { default: createPyodideModule }, wasm, library, memory] = await Promise.all([
    downloads.script<Loader>('pyodide.mjs'),
    downloads.script<{ default: unknown }>('pyodide.asm.mjs'),
    module ?? downloads.module('pyodide.asm.wasm'),
    downloads.bytes('python.zip'),
    downloads.memory(),
  ])
  // answer Pyodide's own requests for both from our downloads: Pyodide would hang if a download broke off
  const own = new URL('engine/python/', root).href
  const plain = globalThis.fetch
  globalThis.fetch = (asked, init) =>
    String(asked).startsWith(own) ? Promise.resolve(new Response(library)) : plain(asked, init)
  WebAssembly.instantiateStreaming = async (_, imports) => ({
    module: wasm,
    instance: await roomy(wasm, imports, memory),
  })
  const env = { PYTHONDONTWRITEBYTECODE: '1' }
  const settings = {
    indexURL: own,
    stdLibURL: `${own}python.zip`,
    lockFileContents: manifest.lock,
    createPyodideModule,
    env,
  }
  const anew = (): Promise<Python> => loadPyodide({ ...settings, _makeSnapshot: true })
  const loading = memory
    ? loadPyodide({ ...settings, _loadSnapshot: memory }).catch(() => downloads.forgetMemory().then(anew))
    : anew()
  // our files download while Python starts
  const [python, files] = await Promise.all([loading, downloads.bytes('meute.pack')])
  unpack(python, files)
  return { python, module: wasm, fresh: !memory }
}

/** Instantiates Python with enough memory for the snapshot. */
async function roomy(
  wasm: WebAssembly.Module,
  imports: WebAssembly.Imports | undefined,
  memory: ArrayBuffer | null,
): Promise<WebAssembly.Instance> {
  const instance = await WebAssembly.instantiate(wasm, imports)
  const own = instance.exports['memory'] as WebAssembly.Memory
  own.grow(Math.max(0, Math.ceil(((memory?.byteLength ?? 0) - own.buffer.byteLength) / PAGE)))
  return instance
}

/** Unpacks an archive of meute/site/archives.py: the length of an index, the index (names and lengths), the files. */
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

// --- the engine

class EngineHost {
  readonly #downloads: Downloads
  readonly #searchWorkers = new Map<string, Worker>()
  #engine: Engine | null = null
  #module: WebAssembly.Module | undefined
  /** pending until the memory snapshot is cached: other workers start from it */
  #snapshotSaved = Promise.resolve()
  #waiting: ToEngine[] = []

  constructor(private readonly given: Start) {
    this.#downloads = new Downloads(given.manifest, given.root, (bytes) => this.send({ bytes }))
    worker.onmessage = ({ data }) => this.hear(data as ToEngine)
    this.open().catch((error: unknown) => {
      const details = String(error)
      const startError =
        error instanceof Missing ? 'download' : details.includes('error.data_newer') ? 'newer' : 'engine'
      void this.#downloads.forgetMemory()
      this.send({ startError, details })
    })
  }

  send(message: FromEngine, moved: Transferable[] = []): void {
    worker.postMessage(message, moved)
  }

  async open(): Promise<void> {
    const [{ python, module, fresh }, store] = await Promise.all([
      start(this.given, this.#downloads),
      DataStore.open(this.given.root),
    ])
    this.#module = module
    if (fresh) {
      python.pyimport('meute.site.preload')
      this.#snapshotSaved = this.#downloads.keepMemory(python.makeMemorySnapshot())
    }
    const engineModule = python.pyimport('meute.site.start') as EngineModule
    this.#engine = engineModule.open_engine(python.toPy(await store.read()), {
      tell: (line: number, text: string) => this.send({ line, text }),
      hangUp: (line: number, code: number) => this.send({ hung: line, code }),
      // copy: Python frees the buffer after the call
      save: (database: Proxy) => this.#save(store, database.toJs() as Uint8Array),
      hand: (who: string, number: number, task: Proxy) =>
        this.#hand(python, who, { number, task: task.toJs() as Uint8Array }),
      replace: (who: string) => this.#lose(who),
    })
    this.send({ ready: true, persistent: store.persistent })
    for (const message of this.#waiting) this.hear(message)
    this.#waiting = []
  }

  hear(message: ToEngine): void {
    const engine = this.#engine
    if (!engine) this.#waiting.push(message)
    else if ('ask' in message) this.#answer(engine, message).catch((error: unknown) => this.#fail(message.ask, error))
    else if ('connect' in message) engine.connect(message.connect, message.path, message.language)
    else if ('say' in message) engine.hear(message.say, message.text)
    else engine.leave(message.leave)
  }

  async #answer(
    engine: Engine,
    { ask, method, path, body, language }: Extract<ToEngine, { ask: number }>,
  ): Promise<void> {
    const [status, headers, bytes] = taken<[number, string, Uint8Array<ArrayBuffer>]>(
      await engine.ask(method, path, body, language),
    )
    this.send({ answer: ask, status, headers: JSON.parse(headers) as Record<string, string>, body: bytes })
  }

  /** Answers a request that raised an exception with status 500. */
  #fail(answer: number, error: unknown): void {
    console.warn(error)
    this.send({ answer, status: 500, headers: {}, body: new Uint8Array() })
  }

  async #save(store: DataStore, database: Uint8Array): Promise<void> {
    try {
      // storage is full: drop the snapshot, which can be made again
      await store.write(database).catch(() => this.#downloads.forgetMemory().then(() => store.write(database)))
    } catch (error) {
      this.send({ unsaved: String(error) })
      throw new Error(String(error)) // Python cannot convert DOM exceptions
    }
  }

  #hand(python: Python, who: string, task: WorkerTask): void {
    const known = this.#searchWorkers.get(who)
    const searchWorker = known ?? new Worker(self.location.href, { type: 'module' })
    const send = (message: Start | WorkerTask): void =>
      void this.#snapshotSaved.then(() => searchWorker.postMessage(message))
    if (!known) {
      this.#searchWorkers.set(who, searchWorker)
      searchWorker.onmessage = ({ data }: MessageEvent<Outcome>) =>
        this.#engine?.heard(who, data.number, python.toPy(data.outcome))
      searchWorker.onerror = () => this.#lose(who)
      send({ ...this.given, role: 'search', module: this.#module })
    }
    if (task.number) send(task)
  }

  #lose(who: string): void {
    this.#searchWorkers.get(who)?.terminate()
    this.#searchWorkers.delete(who)
    this.#engine?.lost(who)
  }
}

// --- search workers

async function lend(given: Start): Promise<void> {
  const started = start(given, new Downloads(given.manifest, given.root, () => undefined))
  const ready = started.then(
    ({ python }) => [python, python.pyimport('meute.site.web_workers') as SearchModule] as const,
  )
  worker.onmessage = ({ data }: MessageEvent<WorkerTask>) => {
    void ready.then(([python, module]) => {
      const outcome = taken<Uint8Array>(module.do(python.toPy(data.task)))
      worker.postMessage({ number: data.number, outcome } satisfies Outcome)
    })
  }
  await ready
}

worker.onmessage = ({ data }: MessageEvent<Start>) => {
  if (data.role === 'engine') new EngineHost(data)
  else
    lend(data).catch((error: unknown) =>
      setTimeout(() => {
        throw error
      }),
    )
}
