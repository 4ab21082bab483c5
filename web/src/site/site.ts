/** A site of static files: the house runs in a worker of one of its pages, and all pages talk to it. */
import type { Carrier } from '../lib/carrier'
import type { Ear } from '../lib/socket'
import { arrival } from './arrival.svelte'
import { keepOffline } from './offline'
import { type FromHouse, type Root, type Start, told, type ToHouse } from './told'

/** What pages tell each other: words for the house, and the house's own. */
type Between = { up: ToHouse } | { down: FromHouse } | { who: true } | { moved: number } | { gone: true }

/** Answers that are the same whoever asks; others of the builder's hold until the house can be asked. */
const FOR_ALL = /^\/api\/(text|rules|examples)\//
const TEXT = /^\/api\/text\/([^/]+)\.json/
const GONE = 1012
const VISITED = 'meute.visited'

class Site implements Carrier {
  readonly root: Root = new URL('.', location.href).href
  readonly told = told()
  #worker: Worker | null = null
  /** when the house was opened here: of two, the later one stays */
  #since = 0
  /** a page has opened the house, and hears what is sent to it */
  #found = false
  #held: ToHouse[] = []
  readonly #pages: BroadcastChannel
  readonly #asked = new Map<number, (answer: Response | null) => void>()
  readonly #lines = new Map<number, Ear>()

  constructor() {
    arrival.total = Object.values(this.told.engine).reduce((sum, [, bytes]) => sum + bytes, 0)
    this.#pages = new BroadcastChannel(`meute ${this.root}`)
    this.#pages.onmessage = ({ data }: MessageEvent<Between>) => this.#overhear(data)
    // one page has the house; when it closes, the next one opens it again over what was kept
    if (navigator.locks) void navigator.locks.request(`meute ${this.root}`, () => this.#open())
    else this.#openUnlocked()
    this.#pages.postMessage({ who: true } satisfies Between)
    addEventListener('click', (event) => this.#download(event), true)
  }

  // --- asking

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const known = this.#known(path, init)
    if (known) return known
    const number = fresh()
    const answered = new Promise<Response | null>((resolve) => this.#asked.set(number, resolve))
    const body = typeof init.body === 'string' ? init.body : ''
    this.#send({ ask: number, method: init.method ?? 'GET', path, body, language: navigator.language })
    const answer = await answered
    if (!answer) throw new TypeError('the house has moved')
    return answer
  }

  /** An answer that the builder has written down. */
  #known(path: string, init: RequestInit): Promise<Response> | null {
    if ((init.method ?? 'GET') !== 'GET') return null
    const language = TEXT.exec(path)?.[1]
    const spoken = language ? this.#nearest(path, language) : path
    const file = this.told.answers[spoken]
    const first = !arrival.ready && (path !== '/api/learn' || !visited())
    return file && (FOR_ALL.test(path) || first) ? this.#file(file, TEXT.exec(spoken)?.[1]) : null
  }

  #nearest(path: string, language: string): string {
    const names = [language, language.split('-')[0] ?? '', 'fr'].map((one) => path.replace(`/${language}.json`, `/${one}.json`))
    return names.find((one) => one in this.told.answers) ?? path
  }

  async #file(file: string, language: string | undefined): Promise<Response> {
    const answer = await fetch(new URL(file, this.root))
    const headers = language ? { 'content-language': language } : undefined
    return new Response(answer.body, { status: answer.status, headers })
  }

  connect(code: string, ear: Ear): { send(text: string): void; close(): void } {
    const line = fresh()
    this.#lines.set(line, ear)
    this.#send({ connect: line, path: `/socket/${encodeURIComponent(code)}`, language: navigator.language })
    return {
      send: (text) => this.#send({ say: line, text }),
      close: () => {
        this.#lines.delete(line)
        this.#send({ leave: line })
        ear.onclose({ code: 1000 })
      },
    }
  }

  // --- the house and the other pages

  #send(message: ToHouse): void {
    if (!this.#found) this.#held.push(message)
    else if (this.#worker) this.#worker.postMessage(message)
    else this.#pages.postMessage({ up: message } satisfies Between)
  }

  /** The house is there, or has gone to another page: whoever waited for it there asks again. */
  #find(moved: boolean): void {
    if (this.#found && moved) this.#move()
    this.#found = true
    for (const message of this.#held.splice(0)) this.#send(message)
  }

  /** Opens the house here, for as long as this page lives. */
  #open(): Promise<never> {
    const worker = new Worker(new URL('./engine.ts', import.meta.url), { type: 'module' })
    this.#worker = worker
    this.#since = performance.timeOrigin + performance.now()
    this.#pages.postMessage({ moved: this.#since } satisfies Between)
    worker.onmessage = ({ data }: MessageEvent<FromHouse>) => {
      this.#hear(data)
      this.#pages.postMessage({ down: data } satisfies Between)
    }
    worker.onerror = (error) => this.#hear({ trouble: 'engine', details: error.message })
    worker.postMessage({ told: this.told, root: this.root, role: 'house' } satisfies Start)
    this.#find(true)
    return new Promise(() => undefined)
  }

  /** Where browsers know no locks (a page over plain http), the last page to come has the house. */
  #openUnlocked(): void {
    void this.#open()
    addEventListener('pagehide', () => this.#worker && this.#pages.postMessage({ gone: true } satisfies Between))
  }

  #move(): void {
    arrival.ready = false
    arrival.bytes = 0
    const lines = [...this.#lines.values()]
    this.#lines.clear()
    for (const ear of lines) ear.onclose({ code: GONE })
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

  /** Tells a page that has just come how things stand. */
  #introduce(): void {
    if (!this.#worker) return
    const down: FromHouse = arrival.ready ? { ready: true, keeps: !arrival.forgets } : { bytes: arrival.bytes }
    this.#pages.postMessage({ down } satisfies Between)
  }

  #hear(message: FromHouse): void {
    if ('answer' in message) {
      const { answer, status, headers, body } = message
      this.#asked.get(answer)?.(new Response(status === 204 || status === 304 ? null : body, { status, headers }))
      this.#asked.delete(answer)
    } else if ('told' in message) {
      const ear = this.#lines.get(message.told)
      if (message.text) ear?.onmessage({ data: message.text })
      else ear?.onopen()
    } else if ('hung' in message) {
      const ear = this.#lines.get(message.hung)
      this.#lines.delete(message.hung)
      ear?.onclose({ code: message.code })
    } else if ('bytes' in message) arrival.bytes += message.bytes
    else if ('ready' in message) {
      arrival.forgets = !message.keeps
      arrival.ready = true
      arrival.trouble = null
      markVisited()
      this.#keepOffline()
    } else if ('unkept' in message) arrival.full = true
    else {
      console.warn(message.details)
      arrival.trouble = message.trouble
      // the files of an older version may be gone: a newer one helps itself
      this.#keepOffline()
    }
  }

  #keepOffline(): void {
    void keepOffline(this.root, () => (arrival.renewed = true))
  }

  /** What a server sends as a file is asked of the house, and handed over as one. */
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

function visited(): boolean {
  try {
    return localStorage.getItem(VISITED) !== null
  } catch {
    return false
  }
}

function markVisited(): void {
  try {
    localStorage.setItem(VISITED, '1')
  } catch {
    return
  }
}

export function openSite(): Site {
  return new Site()
}
