/** The line to a table: comes back by itself, asks only for what it missed, and repeats what was not answered. */
import type { FromClient, FromServer, Hello } from '../wire'

export type LineState = 'opening' | 'open' | 'lost' | 'closed'

/** The part of WebSocket that is used, so that tests can stand in for it. */
export interface Wire {
  /** ms for the answer to a move, after which nobody is there any more; without it, an answer takes as long as it takes */
  readonly patience?: number
  send(text: string): void
  close(): void
}

/** What a wire tells. */
export interface Ear {
  onopen: () => void
  onclose: (event: { code: number }) => void
  onmessage: (event: { data: unknown }) => void
}

export interface LineOptions {
  connect: (ear: Ear) => Wire
  /** what the page has already, and where it looks from */
  hello: () => Omit<Hello, 'do'>
  onmessage: (message: FromServer) => void
  onstate: (state: LineState) => void
  wait?: (ms: number, then: () => void) => void
  jitter?: () => number
}

const FIRST_WAIT_MS = 400
const LONGEST_WAIT_MS = 10_000
/** The table was handed over: another server has it by now, and not everybody comes at the same moment. */
const HANDED_OVER = 1012
const HANDED_OVER_WAIT_MS = 200
/** Closed by the server for good: no such table, or not allowed. */
const FOR_GOOD = [4403, 4404]

export class Line {
  #wire: Wire | null = null
  #open = false
  #tries = 0
  #ended = false
  /** moves sent and not yet answered, by key: a repetition is harmless */
  readonly #unanswered = new Map<string, FromClient>()

  constructor(private readonly options: LineOptions) {
    this.#connect()
  }

  send(message: FromClient): void {
    if (message.do === 'play') this.#unanswered.set(message.key, message)
    if (this.#open && this.#wire) this.#say(this.#wire, message)
  }

  close(): void {
    this.#ended = true
    this.#wire?.close()
    this.options.onstate('closed')
  }

  /** Tries at once instead of waiting: the page is visible or online again. */
  hurry(): void {
    if (this.#wire || this.#ended) return
    this.#tries = 0
    this.#connect()
  }

  #connect(): void {
    if (this.#ended || this.#wire) return
    this.options.onstate(this.#tries ? 'lost' : 'opening')
    const wire = this.options.connect({
      onopen: () => {
        this.#open = true
        wire.send(JSON.stringify({ do: 'hello', ...this.options.hello() } satisfies FromClient))
        for (const message of this.#unanswered.values()) this.#say(wire, message)
        this.options.onstate('open')
      },
      onmessage: ({ data }) => {
        const message = JSON.parse(String(data)) as FromServer
        // a server that opens the door only to turn us away is not asked again at once
        if (message.is === 'table') this.#tries = 0
        if ('key' in message && message.key) this.#unanswered.delete(message.key)
        this.options.onmessage(message)
      },
      onclose: ({ code }) => {
        if (wire === this.#wire) this.#dropped(code)
      },
    })
    this.#wire = wire
  }

  /** A server that hangs does not hang up: whoever gets no answer from it comes again. */
  #say(wire: Wire, message: FromClient): void {
    wire.send(JSON.stringify(message))
    if (message.do !== 'play' || wire.patience === undefined) return
    this.#wait(wire.patience, () => {
      if (wire !== this.#wire || !this.#unanswered.has(message.key)) return
      this.#dropped(HANDED_OVER)
      wire.close()
    })
  }

  #wait(ms: number, then: () => void): void {
    const wait = this.options.wait ?? ((time, done) => setTimeout(done, time))
    wait(ms, then)
  }

  #dropped(code: number): void {
    this.#wire = null
    this.#open = false
    if (this.#ended) return
    if (FOR_GOOD.includes(code)) {
      this.#ended = true
      this.options.onstate('closed')
      return
    }
    this.options.onstate('lost')
    const jitter = (this.options.jitter ?? Math.random)()
    const ms =
      code === HANDED_OVER && !this.#tries
        ? HANDED_OVER_WAIT_MS * jitter
        : Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#tries) * (0.75 + jitter / 2)
    this.#tries++
    this.#wait(ms, () => this.#connect())
  }
}

/** Events without gaps or repetitions: what is known, then what is new. */
export function joined<E extends { n: number }>(known: readonly E[], news: readonly E[], reset: boolean): E[] {
  if (reset) return [...news]
  const last = known.at(-1)?.n ?? -1
  return [...known, ...news.filter((event) => event.n > last)]
}
