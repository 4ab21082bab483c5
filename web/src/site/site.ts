/** Transport of a static site: the Python server runs in a worker of one page, and all pages of the site use it. */
import type { Transport } from '../lib/transport'
import { save, load } from '../lib/localStorage'
import type { SocketHandlers } from '../lib/socket'
import { arrival } from './arrival.svelte'
import { keepOffline } from './offline'
import { type FromEngine, type Root, type Start, siteManifest, type ToEngine } from './protocol'

/** Messages between pages: to the engine, from the engine, and about which page runs it. */
type Between = { up: ToEngine } | { down: FromEngine } | { who: true } | { moved: number } | { gone: true }

/** Prebuilt answers that never change; the others are used only until the engine is ready. */
const FOR_ALL = /^\/api\/(text|rules|examples)\//
const TEXT = /^\/api\/text\/([^/]+)\.json/
const GONE = 1012
export const VISITED = 'visited'

class Site implements Transport {
  readonly root: Root = new URL('.', location.href).href
  readonly manifest = siteManifest()
  #worker: Worker | null = null
  /** start time of the engine here: of two, the later one stays */
  #since = 0
  /** a page runs the engine and receives messages for it */
  #found = false
  #held: ToEngine[] = []
  readonly #pages: BroadcastChannel
  #persistent: Promise<boolean> | undefined
  readonly #asked = new Map<number, (answer: Response | null) => void>()
  readonly #lines = new Map<number, SocketHandlers>()

  constructor() {
    arrival.total = Object.values(this.manifest.engine).reduce((sum, [, bytes]) => sum + bytes, 0)
    this.#pages = new BroadcastChannel(`meute ${this.root}`)
    this.#pages.onmessage = ({ data }: MessageEvent<Between>) => this.#overhear(data)
    // one page runs the engine; when it closes, the next one starts it again from the stored data
    if (navigator.locks) void navigator.locks.request(`meute ${this.root}`, () => this.#open())
    else this.#openUnlocked()
    this.#pages.postMessage({ who: true } satisfies Between)
    addEventListener('click', (event) => this.#download(event), true)
  }

  // --- requests

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const known = this.#known(path, init)
    if (known) return known
    const number = fresh()
    const answered = new Promise<Response | null>((resolve) => this.#asked.set(number, resolve))
    const body = typeof init.body === 'string' ? init.body : ''
    this.#send({ ask: number, method: init.method ?? 'GET', path, body, language: navigator.language })
    const answer = await answered
    if (!answer) throw new TypeError('the engine has moved to another page')
    return answer
  }

  /** A prebuilt answer, if there is one. */
  #known(path: string, init: RequestInit): Promise<Response> | null {
    if ((init.method ?? 'GET') !== 'GET') return null
    const language = TEXT.exec(path)?.[1]
    const localized = language ? this.#nearest(path, language) : path
    const file = this.manifest.answers[localized]
    const first = !arrival.ready && (path !== '/api/learn' || load(VISITED) === null)
    return file && (FOR_ALL.test(path) || first) ? this.#file(file, TEXT.exec(localized)?.[1]) : null
  }

  #nearest(path: string, language: string): string {
    const names = [language, language.split('-')[0] ?? '', 'fr'].map((one) =>
      path.replace(`/${language}.json`, `/${one}.json`),
    )
    return names.find((one) => one in this.manifest.answers) ?? path
  }

  async #file(file: string, language: string | undefined): Promise<Response> {
    const answer = await fetch(new URL(file, this.root))
    const headers = language ? { 'content-language': language } : undefined
    return new Response(answer.body, { status: answer.status, headers })
  }

  connect(path: string, handlers: SocketHandlers): { send(text: string): void; close(): void } {
    // there is a game to keep now: ask the browser not to evict the storage
    if (path.startsWith('/socket/')) this.#persistent ??= navigator.storage?.persist?.().catch(() => false)
    const line = fresh()
    this.#lines.set(line, handlers)
    this.#send({ connect: line, path, language: navigator.language })
    return {
      send: (text) => this.#send({ say: line, text }),
      close: () => {
        this.#lines.delete(line)
        this.#send({ leave: line })
        handlers.onclose({ code: 1000 })
      },
    }
  }

  // --- the engine and the other pages

  #send(message: ToEngine): void {
    if (!this.#found) this.#held.push(message)
    else if (this.#worker) this.#worker.postMessage(message)
    else this.#pages.postMessage({ up: message } satisfies Between)
  }

  /** The engine has started, or has moved to another page: then open requests fail and connections close, so that
   * clients retry. */
  #find(moved: boolean): void {
    if (this.#found && moved) this.#move()
    this.#found = true
    for (const message of this.#held.splice(0)) this.#send(message)
  }

  /** Starts the engine in this page, for as long as the page lives. */
  #open(): Promise<never> {
    const worker = new Worker(new URL('./engine.ts', import.meta.url), { type: 'module' })
    this.#worker = worker
    this.#since = performance.timeOrigin + performance.now()
    this.#pages.postMessage({ moved: this.#since } satisfies Between)
    worker.onmessage = ({ data }: MessageEvent<FromEngine>) => {
      this.#hear(data)
      this.#pages.postMessage({ down: data } satisfies Between)
    }
    worker.onerror = (error) => this.#hear({ startError: 'engine', details: error.message })
    worker.postMessage({ manifest: this.manifest, root: this.root, role: 'engine' } satisfies Start)
    this.#find(true)
    return new Promise(() => undefined)
  }

  /** Without the Web Locks API (plain http), the page opened last runs the engine. */
  #openUnlocked(): void {
    void this.#open()
    addEventListener('pagehide', () => this.#worker && this.#pages.postMessage({ gone: true } satisfies Between))
  }

  #move(): void {
    arrival.ready = false
    arrival.bytes = 0
    const lines = [...this.#lines.values()]
    this.#lines.clear()
    for (const handlers of lines) handlers.onclose({ code: GONE })
    for (const answer of this.#asked.values()) answer(null)
    this.#asked.clear()
  }

  #overhear(message: Between): void {
    if ('up' in message) this.#worker?.postMessage(message.up)
    else if ('who' in message) this.#introduce()
    else if ('gone' in message) {
      if (!navigator.locks) void this.#open()
    } else if (!('moved' in message) || message.moved > this.#since) {
      if ('moved' in message) this.#close()
      this.#find('moved' in message)
      if ('down' in message) this.#hear(message.down)
    }
  }

  #close(): void {
    this.#worker?.terminate()
    this.#worker = null
  }

  /** Sends the engine's state to a page that has just opened. */
  #introduce(): void {
    if (!this.#worker) return
    const down: FromEngine = arrival.ready ? { ready: true, persistent: !arrival.forgets } : { bytes: arrival.bytes }
    this.#pages.postMessage({ down } satisfies Between)
  }

  #hear(message: FromEngine): void {
    if ('answer' in message) {
      const { answer, status, headers, body } = message
      this.#asked.get(answer)?.(new Response(status === 204 || status === 304 ? null : body, { status, headers }))
      this.#asked.delete(answer)
    } else if ('line' in message) {
      const handlers = this.#lines.get(message.line)
      if (message.text) handlers?.onmessage({ data: message.text })
      else handlers?.onopen()
    } else if ('hung' in message) {
      const handlers = this.#lines.get(message.hung)
      this.#lines.delete(message.hung)
      handlers?.onclose({ code: message.code })
    } else if ('bytes' in message) arrival.bytes += message.bytes
    else if ('ready' in message) {
      arrival.forgets = !message.persistent
      arrival.ready = true
      arrival.startError = null
      save(VISITED, '1')
      this.#keepOffline()
    } else if ('unsaved' in message) arrival.full = true
    else {
      console.warn(message.details)
      arrival.startError = message.startError
      // files of an older version may be gone: look for a newer one
      this.#keepOffline()
    }
  }

  #keepOffline(): void {
    void keepOffline(this.root, () => (arrival.renewed = true))
  }

  /** Handles links with `download`: fetches the file from the engine and saves it. */
  #download(event: Event): void {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const path = link?.getAttribute('href') ?? ''
    if (!link?.hasAttribute('download') || !path.startsWith('/api/')) return
    event.preventDefault()
    void this.fetch(path).then(async (answer) => {
      const named = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1]
      const file = document.createElement('a')
      file.href = URL.createObjectURL(await answer.blob())
      file.download = named ?? 'meute'
      file.click()
      setTimeout(() => URL.revokeObjectURL(file.href), 60_000)
    })
  }
}

function fresh(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 0
}

export function openSite(): Site {
  return new Site()
}
