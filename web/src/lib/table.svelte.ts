/** State of one table: messages from the server, the scene shown, and the viewer's choice so far. */
import { tick } from 'svelte'
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
import { Learning } from './learning.svelte'
import { Advice } from './advice.svelte'
import { fetchScene } from './api'
import { transport } from './transport'
import { type Moment, Moments, type Staging } from './moments.svelte'
import { Animator } from './animator'
import { choose, instead, later, next } from './picks'
import { PACE, settings } from './settings.svelte'
import { joined, Line, type LineState } from './socket'
import { marks, phrase } from './words'

export interface Refused {
  code?: string
  phrase: PhraseSent
  heading: string
}

/** A decision of a multi-step choice; the server decides nothing until the choice is complete. */
interface PendingStep {
  ask: AskSent
  place: string
  action: string
  /** the preview after this decision, and the next question */
  scene: SceneSent
  next: AskSent
}

export const RAIL = -1

/** With more queued news than this, the page catches up without animation. */
const FAR_BEHIND = 30

/** A random key; `randomUUID` exists only in secure contexts (https or localhost). */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export class TableStore {
  readonly code: string
  readonly animator = new Animator()
  readonly advice = new Advice((message) => this.send(message))
  readonly moments = new Moments()
  /** the board's `moments` */
  staged: (staging: Staging) => Moment[] = () => []
  readonly learning = new Learning()
  line = $state<LineState>('opening')
  /** the last full message; fields below are newer */
  table = $state.raw<TableSent | null>(null)
  seats = $state.raw<SeatSent[]>([])
  /** sent to the host only */
  spectators = $state.raw<SpectatorSent[]>([])
  events = $state.raw<EventSent[]>([])
  chat = $state.raw<ChatSent[]>([])
  /** the host has enabled slow mode in the chat */
  slow = $state(false)
  undo = $state.raw<UndoSent | null>(null)
  /** code of the rematch, once it has begun */
  rematch = $state('')
  /** seats whose players want a rematch */
  agreed = $state.raw<number[]>([])
  /** the viewer agreed on this page and is taken to the rematch; later visitors are asked */
  wantsRematch = $state(false)
  /** the seat that has just declined a rematch */
  declined = $state<number | null>(null)
  /** the current scene, and the replayed one shown instead */
  live = $state.raw<SceneSent | null>(null)
  past = $state.raw<SceneSent | null>(null)
  /** the previous scene, while a moment is shown over it */
  held = $state.raw<SceneSent | null>(null)
  /** other players' moves are shown without delay until the viewer's turn */
  skipping = $state(false)
  liveAsk = $state.raw<AskSent | null>(null)
  chosen = $state.raw<string[]>([])
  /** decisions of an incomplete choice; each can be changed */
  pendingSteps = $state.raw<readonly PendingStep[]>([])
  refused = $state.raw<Refused | null>(null)
  /** a bot has played for the absent viewer, who has not seen the notice yet */
  playedForMe = $state(false)
  /** the other seat that has just undone its last choice */
  tookBack = $state<number | null>(null)
  /** number of the first event of the last message */
  fresh = $state(0)
  /** key of the move sent and not yet answered */
  sending = $state('')
  /** standing orders of the viewer's seat */
  orders = $state.raw<OrderSent[]>([])
  /** number of chat lines read */
  read = $state(0)
  unread = $derived(this.chat.length - this.read)

  scene = $derived(this.past ?? this.held ?? this.pendingSteps.at(-1)?.scene ?? this.live)
  /** the next question, also while it cannot be answered yet */
  question = $derived(this.pendingSteps.at(-1)?.next ?? this.liveAsk)
  ask = $derived(this.past || this.sending || this.moments.now ? null : this.question)
  seat = $derived(this.live?.seat ?? RAIL)
  phase = $derived(this.table?.phase ?? 'lobby')
  over = $derived(this.table?.phase === 'over')
  pickable = $derived(this.ask ? next(this.ask.choices, this.chosen) : new Set<string>())
  swappable = $derived(
    new Set(
      this.ask
        ? [
            ...instead(this.ask.choices, this.chosen),
            ...this.pendingSteps.flatMap((step) => [...next(step.ask.choices, [])]),
          ]
        : [],
    ),
  )
  /** choices without places, shown as buttons */
  plain = $derived(this.ask && !this.chosen.length ? this.ask.choices.filter((choice) => !choice.places.length) : [])
  /** the first decision of a player */
  readonly #first = $derived(this.events.find((event) => (event.by ?? RAIL) >= 0))
  /** its number: earlier events are the deal */
  begins = $derived(this.#first?.n ?? Infinity)
  /** the step before it: replays begin there */
  dealt = $derived((this.#first?.step ?? 1) - 1)
  /** the replayed step, counted from there */
  at = $derived(
    phrase('page.replay.at', {
      step: (this.past?.step ?? 0) - this.dealt,
      steps: (this.live?.steps ?? 0) - this.dealt,
    }),
  )
  /** number of the last event that may be shown during a moment */
  until = $derived(this.past ? Infinity : (this.moments.now?.until ?? Infinity))
  /** events with a phrase, up to the scene shown */
  told = $derived.by(() => {
    const { past, until } = this
    return this.events.filter((event) => event.phrase && event.n <= until && (!past || event.step <= past.step))
  })
  /** the events of the last step before the scene shown */
  last = $derived.by(() => {
    const step = this.told.at(-1)?.step ?? 0
    return this.told.filter((event) => (this.past ? event.step === step : event.n >= this.fresh || event.step === step))
  })
  lastMarks = $derived(new Set(this.last.flatMap((event) => (event.phrase ? marks(event.phrase) : []))))
  /** hotseat: the seat that has to take over the screen */
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
  #answered: Pick<PendingStep, 'ask' | 'place' | 'action'> | null = null
  /** the step before the viewer's last choice, if that was several decisions */
  #chose: number | null = null
  #wish: { step: number | null; view: number } | null = null
  #fetching = false

  constructor(code: string) {
    this.code = code
    this.#line = new Line({
      connect: (ear) => transport.connect(`/socket/${encodeURIComponent(code)}`, ear),
      hello: () => ({ last: this.events.at(-1)?.n ?? -1, era: this.#era, seat: this.#sat }),
      onmessage: (message) => this.hear(message),
      onstate: (state) => (this.line = state),
    })
  }

  close(): void {
    settings.setFigures({})
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
          this.pendingSteps = []
        }
        this.chosen = []
        if (message.code === 'lesson') this.learning.miss(message.phrase)
        else this.refused = message
        if (this.advice.asked) this.advice.close()
        break
      case 'ahead':
        if (message.key === this.sending && this.#answered)
          this.#lay([...this.pendingSteps, { ...this.#answered, scene: message.scene, next: message.ask }])
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
        this.animator.remember()
        this.past = message.scene
        this.learning.tried = message
        void tick().then(() => this.animator.play())
        break
      case 'rematch':
        this.agreed = message.agreed
        this.wantsRematch = Boolean(this.table?.seated.some((seat) => message.agreed.includes(seat)))
        this.declined = message.declined
        this.rematch = message.code
        break
    }
  }

  /** Picks a place, or asks the server why it cannot be picked. */
  pick(place: string): void {
    const ask = this.ask
    if (!ask) {
      if (!this.sending && !this.moments.now) this.refused = { phrase: phrase('why.not_your_turn'), heading: '' }
      return
    }
    const now = choose(ask.choices, this.chosen, place)
    if (now) {
      this.refused = null
      // a complete choice is sent at once: the prompt stays as it is until the answer
      if (now.done) this.play(now.done.text)
      else this.chosen = now.chosen
    } else if (this.swappable.has(place)) {
      const at = this.pendingSteps.findLastIndex((step) => next(step.ask.choices, []).has(place))
      const same = this.pendingSteps[at]?.place === place
      this.#lay(this.pendingSteps.slice(0, at))
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

  /** Takes back the last part of a choice. */
  back(): void {
    if (!this.chosen.length && this.pendingSteps.length) this.#lay(this.pendingSteps.slice(0, -1))
    this.chosen = this.chosen.slice(0, -1)
    this.refused = null
  }

  /** Takes back the last part of an incomplete choice, else the last choice. */
  undoLast(): void {
    if (this.pendingSteps.length) this.back()
    else this.send({ do: 'undo', seat: this.seat, step: this.#chose })
  }

  /** Cancels an incomplete choice. */
  forget(): void {
    this.chosen = []
    if (this.pendingSteps.length) this.#lay([])
  }

  /** The decisions of the choice so far, in notation. */
  #row(...more: string[]): string {
    return [...this.pendingSteps.map((step) => step.action), ...more].join(' ')
  }

  #lay(pendingSteps: readonly PendingStep[]): void {
    this.animator.remember()
    this.sending = ''
    this.chosen = []
    this.refused = null
    this.advice.close()
    this.pendingSteps = pendingSteps
    void tick().then(() => this.animator.play())
  }

  play(action: string): void {
    if (!this.live) return
    const ask = this.question
    const place = ask?.choices.find((choice) => choice.text === action)?.places.at(-1) ?? ''
    this.#answered = ask && { ask, place, action }
    this.#chose = this.pendingSteps.length || action.includes(' ') ? this.live.step : null
    this.sending = newKey()
    this.refused = null
    this.playedForMe = false
    // lessons ask for each decision separately
    const whole = !this.learning.lesson
    this.send({
      do: 'play',
      seat: this.seat,
      action: this.#row(action),
      key: this.sending,
      step: this.live.step,
      whole,
    })
  }

  /** Shows an earlier step; null: the current one. */
  async showStep(step: number | null, view = this.seat): Promise<void> {
    if (step !== null) this.moments.skip()
    // only the latest request counts; one fetch at a time
    this.#wish = { step, view }
    if (this.#fetching) return
    this.#fetching = true
    try {
      while (this.#wish) {
        const wish: { step: number | null; view: number } = this.#wish
        this.#wish = null
        const scene = wish.step === null ? null : await fetchScene(this.code, wish.step, wish.view)
        this.animator.remember()
        this.past = scene
        this.refused = null
        await tick()
        void this.animator.play()
      }
    } finally {
      this.#fetching = false
    }
  }

  /** Shows other players' moves without delay until the next question. */
  skip(): void {
    this.skipping = !this.liveAsk && !this.over
    this.moments.skip()
    this.animator.finish()
    this.#waits()
  }

  /** The seat whose undo caused this message: the one whose events are gone or, if none was visible, the one asked
   * again. */
  #undoer(message: TableSent): number | undefined {
    if (!this.table || message.era !== this.#era + 1) return undefined
    const undone = [...this.events, ...this.#queue.flatMap((news) => news.events)].slice(message.events.length)
    const [asked, ...others] = message.scene?.asked ?? []
    return undone.find((event) => (event.by ?? RAIL) >= 0)?.by ?? (others.length ? undefined : asked)
  }

  #hearTable(message: TableSent): void {
    const undoer = this.#undoer(message)
    settings.setFigures(message.figures)
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
    this.agreed = message.agreed
    if (!message.rematch) this.wantsRematch = message.seated.some((seat) => message.agreed.includes(seat))
    this.declined = null
    this.rematch = message.rematch
    this.orders = message.orders
    this.live = message.scene
    this.liveAsk = message.ask
    this.undo = message.undo
    this.chosen = []
    this.refused = null
    this.sending = ''
    const own = this.events.findLast((event) => event.by === this.seat && this.seat >= 0)
    this.pendingSteps = []
    this.#chose = null
    this.playedForMe = message.phase === 'playing' && Boolean(own?.stood_in)
  }

  /** Shows a moment again; news wait meanwhile. */
  async again(moment: Moment): Promise<void> {
    if (this.#showing) return
    this.#showing = true
    await this.moments.tell([moment], false, async () => undefined)
    this.#showing = false
    void this.#show()
  }

  /** Shows queued news one at a time, each with its moments and animation. */
  async #show(): Promise<void> {
    if (this.#showing) return
    this.#showing = true
    for (let news = this.#queue.shift(); news; news = this.#queue.shift()) {
      const before = this.live
      const hasty = this.past !== null || this.skipping || this.#queue.length > FAR_BEHIND
      if (!hasty) this.animator.remember()
      this.#hearNews(news)
      if (hasty) continue
      const moments = this.staged({
        events: news.events,
        told: this.events,
        before: before?.shown ?? null,
        after: news.scene.shown,
        me: this.seat,
      })
      await this.moments.tell(moments, this.seat === RAIL, async (moment) => {
        this.held = moment.before ? before : null
        await tick()
        await this.animator.play()
        this.animator.remember()
      })
      this.held = null
      await tick()
      await this.animator.play()
      await this.#stay(news)
    }
    this.#showing = false
  }

  /** Pauses after another player's move, longer at the end of a turn. */
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
    // an undo request does not change the scene: the incomplete choice stays
    if (news.scene.step !== step) {
      this.chosen = []
      this.refused = null
    }
    if (news.scene.step !== step || !news.ask) this.pendingSteps = []
    if (!news.key || news.key === this.sending) this.sending = ''
    if (news.ask || news.phase === 'over') this.skipping = false
  }
}
