/** One table: what the server said of it, where the viewer looks, and what he is choosing. */
import { tick } from 'svelte'
import type { Staging } from '../boards/contract'
import type {
  AskSent,
  ChatSent,
  EventSent,
  FromClient,
  FromServer,
  NewsSent,
  OrderSent,
  PhraseSent,
  SceneSent,
  SeatSent,
  SpectatorSent,
  TableSent,
  UndoSent,
} from '../wire'
import { Learning } from '../learn/learning.svelte'
import { Advice } from './advice.svelte'
import { fetchScene } from './api'
import { carrier } from './carrier'
import { type Moment, Moments } from './moments.svelte'
import { Stage } from './motion'
import { choose, instead, later, next } from './picks'
import { PACE, settings } from './settings.svelte'
import { joined, Line, type LineState } from './socket'
import { marks, phrase } from './words'

export interface Refused {
  code?: string
  phrase: PhraseSent
  heading: string
}

/** A question that was answered on this page alone: nothing is decided until the whole choice is made. */
interface Half {
  ask: AskSent
  place: string
  action: string
  /** the table as it would lie then, and what is asked there */
  scene: SceneSent
  next: AskSent
}

export const RAIL = -1

/** More news than this wait to be shown: the page catches up. */
const FAR_BEHIND = 30

/** A key that nobody else has; `randomUUID` exists only where the page came by https or from this machine. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export class TableStore {
  readonly code: string
  readonly stage = new Stage()
  readonly advice = new Advice((message) => this.send(message))
  readonly moments = new Moments()
  /** what the board stages of what has happened */
  staged: (staging: Staging) => Moment[] = () => []
  readonly learning = new Learning()
  line = $state<LineState>('opening')
  /** everything but what has a field of its own below */
  table = $state.raw<TableSent | null>(null)
  seats = $state.raw<SeatSent[]>([])
  /** who looks on; only the host is told */
  spectators = $state.raw<SpectatorSent[]>([])
  events = $state.raw<EventSent[]>([])
  chat = $state.raw<ChatSent[]>([])
  /** the host has slowed the chat */
  slow = $state(false)
  undo = $state.raw<UndoSent | null>(null)
  rematch = $state('')
  /** the present, and the moment looked at instead */
  live = $state.raw<SceneSent | null>(null)
  past = $state.raw<SceneSent | null>(null)
  /** the table as it was, while a moment is told over it */
  held = $state.raw<SceneSent | null>(null)
  /** what others do is not waited for until it is the viewer's turn */
  skipping = $state(false)
  liveAsk = $state.raw<AskSent | null>(null)
  chosen = $state.raw<string[]>([])
  /** the answers of a choice that is half made: each may be changed */
  halves = $state.raw<readonly Half[]>([])
  refused = $state.raw<Refused | null>(null)
  /** a bot decided for the viewer while he was away, and he has not been told yet */
  playedForMe = $state(false)
  /** the seat that has just taken its last choice back, if it is another's */
  tookBack = $state<number | null>(null)
  /** number of the first event of the last message */
  fresh = $state(0)
  /** a move is on its way */
  sending = $state('')
  /** standing orders of the viewing seat */
  orders = $state.raw<OrderSent[]>([])
  /** chat lines read */
  read = $state(0)
  unread = $derived(this.chat.length - this.read)

  scene = $derived(this.past ?? this.held ?? this.halves.at(-1)?.scene ?? this.live)
  /** what is to be answered next, though it may not be the time for it */
  question = $derived(this.halves.at(-1)?.next ?? this.liveAsk)
  ask = $derived(this.past || this.sending || this.moments.now ? null : this.question)
  seat = $derived(this.live?.seat ?? RAIL)
  phase = $derived(this.table?.phase ?? 'lobby')
  over = $derived(this.table?.phase === 'over')
  lit = $derived(this.ask ? next(this.ask.choices, this.chosen) : new Set<string>())
  others = $derived(
    new Set(this.ask ? [...instead(this.ask.choices, this.chosen), ...this.halves.flatMap((half) => [...next(half.ask.choices, [])])] : []),
  )
  /** choices that have no place: buttons */
  plain = $derived(this.ask && !this.chosen.length ? this.ask.choices.filter((choice) => !choice.places.length) : [])
  /** the first thing that somebody decided */
  readonly #first = $derived(this.events.find((event) => (event.by ?? RAIL) >= 0))
  /** its number: what came before is the deal */
  begins = $derived(this.#first?.n ?? Infinity)
  /** the step before it: a replay begins there */
  dealt = $derived((this.#first?.step ?? 1) - 1)
  /** which moment is looked at, counted from there */
  at = $derived(phrase('page.replay.at', { step: (this.past?.step ?? 0) - this.dealt, steps: (this.live?.steps ?? 0) - this.dealt }))
  /** the last event that may be spoken of while something is staged */
  until = $derived(this.past ? Infinity : (this.moments.now?.until ?? Infinity))
  /** what can be told up to the moment shown */
  told = $derived.by(() => {
    const { past, until } = this
    return this.events.filter((event) => event.phrase && event.n <= until && (!past || event.step <= past.step))
  })
  /** the last thing that happened before the moment shown */
  last = $derived.by(() => {
    const step = this.told.at(-1)?.step ?? 0
    return this.told.filter((event) => (this.past ? event.step === step : event.n >= this.fresh || event.step === step))
  })
  lastMarks = $derived(new Set(this.last.flatMap((event) => (event.phrase ? marks(event.phrase) : []))))
  /** several people at this screen: the seat that has to come next */
  curtain = $derived.by(() => {
    const mine = this.table?.mine ?? []
    if (mine.length < 2 || this.phase !== 'playing' || this.past) return null
    const asked = this.live?.asked.filter((seat) => mine.includes(seat)) ?? []
    if (asked.includes(this.seat)) return null
    return asked[0] ?? (this.seat === RAIL ? (mine[0] ?? null) : null)
  })

  readonly #line: Line
  #queue: NewsSent[] = []
  #showing = false
  #waits: () => void = () => undefined
  #era = 0
  #sat: number | null = null
  #answered: Pick<Half, 'ask' | 'place' | 'action'> | null = null
  /** the step before the viewer's last choice, where that was several decisions */
  #chose: number | null = null
  #wish: { step: number | null; view: number } | null = null
  #looking = false

  constructor(code: string) {
    this.code = code
    this.#line = new Line({
      connect: (ear) => carrier.connect(code, ear),
      hello: () => ({ last: this.events.at(-1)?.n ?? -1, era: this.#era, seat: this.#sat }),
      onmessage: (message) => this.hear(message),
      onstate: (state) => (this.line = state),
    })
  }

  close(): void {
    this.#line.close()
  }

  hurry(): void {
    this.#line.hurry()
  }

  send(message: FromClient): void {
    if (message.do === 'sit') this.#sat = message.seat
    this.#line.send(message)
  }

  hear(message: FromServer): void {
    switch (message.is) {
      case 'table':
        this.#hearTable(message)
        break
      case 'news':
        this.#queue.push(message)
        void this.#show()
        break
      case 'seats':
        this.seats = message.seats
        this.spectators = message.spectators
        this.slow = message.slow
        break
      case 'orders':
        this.orders = message.orders
        break
      case 'said':
        this.chat = [...this.chat, message.line]
        break
      case 'refused':
        if (this.sending && message.key === this.sending) {
          this.sending = ''
          this.halves = []
        }
        this.chosen = []
        if (message.code === 'lesson') this.learning.miss(message.phrase)
        else this.refused = message
        if (this.advice.asked) this.advice.close()
        break
      case 'ahead':
        if (message.key === this.sending && this.#answered) this.#lay([...this.halves, { ...this.#answered, scene: message.scene, next: message.ask }])
        break
      case 'hint':
      case 'curve':
        this.advice.hear(message)
        break
      case 'why':
        this.refused = message
        break
      case 'review':
        this.learning.review = message
        break
      case 'tried':
        this.stage.remember()
        this.past = message.scene
        this.learning.tried = message
        void tick().then(() => this.stage.play())
        break
      case 'rematch':
        this.rematch = message.code
        break
    }
  }

  /** Chooses a place, or asks why it cannot be chosen. */
  pick(place: string): void {
    const ask = this.ask
    if (!ask) {
      if (!this.sending && !this.moments.now) this.refused = { phrase: phrase('why.not_your_turn'), heading: '' }
      return
    }
    const now = choose(ask.choices, this.chosen, place)
    if (now) {
      this.refused = null
      // a complete choice leaves at once: nothing may change in the prompt until the answer
      if (now.done) this.play(now.done.text)
      else this.chosen = now.chosen
    } else if (this.others.has(place)) {
      const at = this.halves.findLastIndex((half) => next(half.ask.choices, []).has(place))
      const same = this.halves[at]?.place === place
      this.#lay(this.halves.slice(0, at))
      if (!same) this.pick(place)
    } else if (later(ask.choices, this.chosen, place)) {
      this.refused = { phrase: phrase('page.prompt.later'), heading: '' }
    } else {
      this.why([...this.chosen, place])
    }
  }

  why(places: readonly string[]): void {
    this.send({ do: 'why', seat: this.seat, places: [...places], after: this.#row() })
  }

  /** Takes the last part of a choice back. */
  back(): void {
    if (!this.chosen.length && this.halves.length) this.#lay(this.halves.slice(0, -1))
    this.chosen = this.chosen.slice(0, -1)
    this.refused = null
  }

  /** Takes back what is half chosen, or the last choice. */
  undoLast(): void {
    if (this.halves.length) this.back()
    else this.send({ do: 'undo', seat: this.seat, step: this.#chose })
  }

  /** Lets go of all that is half chosen. */
  forget(): void {
    this.chosen = []
    if (this.halves.length) this.#lay([])
  }

  /** The decisions of a choice so far, in notation. */
  #row(...more: string[]): string {
    return [...this.halves.map((half) => half.action), ...more].join(' ')
  }

  #lay(halves: readonly Half[]): void {
    this.stage.remember()
    this.sending = ''
    this.chosen = []
    this.refused = null
    this.advice.close()
    this.halves = halves
    void tick().then(() => this.stage.play())
  }

  play(action: string): void {
    if (!this.live) return
    const ask = this.question
    const place = ask?.choices.find((choice) => choice.text === action)?.places.at(-1) ?? ''
    this.#answered = ask && { ask, place, action }
    this.#chose = this.halves.length || action.includes(' ') ? this.live.step : null
    this.sending = newKey()
    this.refused = null
    this.playedForMe = false
    // a lesson asks for each decision on its own
    const whole = !this.learning.lesson
    this.send({ do: 'play', seat: this.seat, action: this.#row(action), key: this.sending, step: this.live.step, whole })
  }

  /** Looks at an earlier moment; null: the present again. */
  async look(step: number | null, view = this.seat): Promise<void> {
    if (step !== null) this.moments.skip()
    // only the last wish counts, and one question at a time is enough
    this.#wish = { step, view }
    if (this.#looking) return
    this.#looking = true
    try {
      while (this.#wish) {
        const wish: { step: number | null; view: number } = this.#wish
        this.#wish = null
        const scene = wish.step === null ? null : await fetchScene(this.code, wish.step, wish.view)
        this.stage.remember()
        this.past = scene
        this.refused = null
        await tick()
        void this.stage.play()
      }
    } finally {
      this.#looking = false
    }
  }

  /** Shows at once what others do, until something is asked. */
  skip(): void {
    this.skipping = !this.liveAsk && !this.over
    this.moments.skip()
    this.stage.finish()
    this.#waits()
  }

  /** The seat that took its last choice back, if that is what a message tells: who decided what is gone now; where
   * nobody else saw that, who is asked again. */
  #undoer(message: TableSent): number | undefined {
    if (!this.table || message.era !== this.#era + 1) return undefined
    const undone = [...this.events, ...this.#queue.flatMap((news) => news.events)].slice(message.events.length)
    const [asked, ...others] = message.scene?.asked ?? []
    return undone.find((event) => (event.by ?? RAIL) >= 0)?.by ?? (others.length ? undefined : asked)
  }

  #hearTable(message: TableSent): void {
    const undoer = this.#undoer(message)
    this.#queue = []
    this.moments.skip()
    this.held = null
    this.skipping = false
    this.tookBack = undoer === undefined || message.mine.includes(undoer) ? null : undoer
    this.#era = message.era
    this.advice.again()
    this.table = message
    this.learning.hear(message.lesson)
    this.seats = message.seats
    this.spectators = message.spectators
    this.events = joined(this.events, message.events, message.reset)
    this.fresh = this.events.length
    this.chat = message.chat
    this.slow = message.slow
    this.rematch = message.rematch
    this.orders = message.orders
    this.live = message.scene
    this.liveAsk = message.ask
    this.undo = message.undo
    this.chosen = []
    this.refused = null
    this.sending = ''
    const own = this.events.findLast((event) => event.by === this.seat && this.seat >= 0)
    this.halves = []
    this.#chose = null
    this.playedForMe = message.phase === 'playing' && Boolean(own?.stood_in)
  }

  /** Tells a moment once more; what happens meanwhile waits. */
  async again(moment: Moment): Promise<void> {
    if (this.#showing) return
    this.#showing = true
    await this.moments.tell([moment], false, async () => undefined)
    this.#showing = false
    void this.#show()
  }

  /** One after the other: what happened is seen before the next thing happens. */
  async #show(): Promise<void> {
    if (this.#showing) return
    this.#showing = true
    for (let news = this.#queue.shift(); news; news = this.#queue.shift()) {
      const before = this.live
      const hasty = this.past !== null || this.skipping || this.#queue.length > FAR_BEHIND
      if (!hasty) this.stage.remember()
      this.#hearNews(news)
      if (hasty) continue
      const moments = this.staged({ events: news.events, told: this.events, before: before?.shown ?? null, after: news.scene.shown, me: this.seat })
      await this.moments.tell(moments, this.seat === RAIL, async (moment) => {
        this.held = moment.before ? before : null
        await tick()
        await this.stage.play()
        this.stage.remember()
      })
      this.held = null
      await tick()
      await this.stage.play()
      await this.#stay(news)
    }
    this.#showing = false
  }

  /** What somebody else did stays for a while, longer where his turn ends. */
  async #stay(news: NewsSent): Promise<void> {
    const doer = news.events.findLast((event) => (event.seat ?? RAIL) >= 0)?.seat
    if (doer === undefined || doer === this.seat || news.ask || this.skipping) return
    const { step, turn } = PACE[settings.pace]
    const ms = news.scene.asked.includes(doer) ? step : turn
    if (!ms) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#waits = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  #hearNews(news: NewsSent): void {
    const step = this.live?.step
    if (this.table) this.table = { ...this.table, phase: news.phase }
    this.tookBack = null
    this.learning.hear(news.lesson)
    this.seats = news.seats
    this.fresh = news.events[0]?.n ?? this.fresh
    this.events = joined(this.events, news.events, false)
    this.live = news.scene
    this.liveAsk = news.ask
    this.undo = news.undo
    // a wish to go back changes nothing on the table: what is half chosen stays
    if (news.scene.step !== step) {
      this.chosen = []
      this.refused = null
    }
    if (news.scene.step !== step || !news.ask) this.halves = []
    if (!news.key || news.key === this.sending) this.sending = ''
    if (news.ask || news.phase === 'over') this.skipping = false
  }
}
