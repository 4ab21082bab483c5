/** A WebSocket that reconnects, asks only for missed events and resends unanswered moves. */
import type { FromClient, FromHome, FromServer, Hello } from '../wire'

export type SocketState = 'opening' | 'open' | 'lost' | 'closed'

/** The part of WebSocket that is used, so that tests can replace it. */
export interface RawSocket {
  /** timeout for the answer to a move in ms; without it, no timeout */
  readonly patience?: number
  send(text: string): void
  close(): void
}

/** Callbacks of a socket. */
export interface SocketHandlers {
  onopen: () => void
  onclose: (event: { code: number }) => void
  onmessage: (event: { data: unknown }) => void
}

export interface SocketOptions<M> {
  connect: (handlers: SocketHandlers) => RawSocket
  /** the first message: events already known, and the seat to view from */
  hello: () => Omit<Hello, 'do'>
  onmessage: (message: M) => void
  onstate: (state: SocketState) => void
  wait?: (ms: number, then: () => void) => void
  jitter?: () => number
}

/** Reconnect delays: doubled up to a cap, each with random jitter (factor 0.5 to 1.5), so that clients of a
 * restarted server do not return all at once. */
const FIRST_WAIT_MS = 300
/** most outages end within a minute: retry often until then */
const QUICK_CAP_MS = 1200
const QUICK_TRIES = 40
const CAP_MS = 5000
/** Close code: the table was handed over to another node; clients return with jitter. */
const HANDED_OVER = 1012
const HANDED_OVER_WAIT_MS = 200
/** Close codes that are final: no such table, or not allowed. */
const FOR_GOOD = [4403, 4404]

/** Receives messages of type M. */
export class ReconnectingSocket<M extends FromServer | FromHome = FromServer> {
  #socket: RawSocket | null = null
  #open = false
  #tries = 0
  #ended = false
  /** moves sent and not yet answered, by key: the server ignores repeats */
  readonly #unanswered = new Map<string, FromClient>()

  constructor(private readonly options: SocketOptions<M>) {
    this.#connect()
  }

  send(message: FromClient): void {
    if (message.do === 'play') this.#unanswered.set(message.key, message)
    if (this.#open && this.#socket) this.#say(this.#socket, message)
  }

  close(): void {
    this.#ended = true
    this.#socket?.close()
    this.options.onstate('closed')
  }

  /** Reconnects at once: the page is visible or online again. */
  hurry(): void {
    if (this.#socket || this.#ended) return
    this.#tries = 0
    this.#connect()
  }

  #connect(): void {
    if (this.#ended || this.#socket) return
    this.options.onstate(this.#tries ? 'lost' : 'opening')
    const socket = this.options.connect({
      onopen: () => {
        this.#open = true
        socket.send(JSON.stringify({ do: 'hello', ...this.options.hello() } satisfies FromClient))
        for (const message of this.#unanswered.values()) this.#say(socket, message)
        this.options.onstate('open')
      },
      onmessage: ({ data }) => {
        const message = JSON.parse(String(data)) as M
        // reset the backoff only when the server has really answered
        if (message.is === 'table' || message.is === 'lines') this.#tries = 0
        if ('key' in message && message.key) this.#unanswered.delete(message.key)
        this.options.onmessage(message)
      },
      onclose: ({ code }) => {
        if (socket === this.#socket) this.#dropped(code)
      },
    })
    this.#socket = socket
  }

  /** Reconnects if a move is not answered in time: a hung server does not close the connection. */
  #say(socket: RawSocket, message: FromClient): void {
    socket.send(JSON.stringify(message))
    if (message.do !== 'play' || socket.patience === undefined) return
    this.#wait(socket.patience, () => {
      if (socket !== this.#socket || !this.#unanswered.has(message.key)) return
      this.#dropped(HANDED_OVER)
      socket.close()
    })
  }

  #wait(ms: number, then: () => void): void {
    const wait = this.options.wait ?? ((time, done) => setTimeout(done, time))
    wait(ms, then)
  }

  #dropped(code: number): void {
    this.#socket = null
    this.#open = false
    if (this.#ended) return
    if (FOR_GOOD.includes(code)) {
      this.#ended = true
      this.options.onstate('closed')
      return
    }
    this.options.onstate('lost')
    const jitter = (this.options.jitter ?? Math.random)()
    const cap = this.#tries < QUICK_TRIES ? QUICK_CAP_MS : CAP_MS
    const ms =
      code === HANDED_OVER && !this.#tries
        ? HANDED_OVER_WAIT_MS * jitter
        : Math.min(cap, FIRST_WAIT_MS * 2 ** this.#tries) * (0.5 + jitter)
    this.#tries++
    this.#wait(ms, () => this.#connect())
  }
}

/** Joins known and new events without gaps or repeats. */
export function joined<E extends { n: number }>(known: readonly E[], news: readonly E[], reset: boolean): E[] {
  if (reset) return [...news]
  const last = known.at(-1)?.n ?? -1
  return [...known, ...news.filter((event) => event.n > last)]
}
