/** State of one table: what the server has sent, and the parts that handle it (see the class). */
import type {
  AskSent,
  ByHandSent,
  ChatSent,
  EventSent,
  FromClient,
  FromServer,
  UpdateSent,
  OrderSent,
  SceneSent,
  SeatSent,
  SpectatorSent,
  TableSent,
  UndoSent,
} from '../wire'
import { Advice } from './advice.svelte'
import { Animator } from './animator'
import { fetchScene } from './api'
import { marks } from './catalogue'
import { Choice } from './choice.svelte'
import { Connection } from './connection.svelte'
import { Effects } from './effects.svelte'
import { contribution, attachDeal, joinDeal } from './deal'
import { Learning } from './learning.svelte'
import { Moments } from './moments.svelte'
import { RAIL, Replay } from './replay.svelte'
import { type BoardReveal, Reveal } from './reveal.svelte'
import { settings } from './settings.svelte'
import { joined } from './socket'

export class TableStore {
  readonly code: string
  readonly connection: Connection
  readonly animator = new Animator()
  readonly moments = new Moments()
  readonly learning = new Learning()
  readonly advice = new Advice((message) => this.send(message))
  readonly choice: Choice = new Choice(this)
  readonly effects: Effects = new Effects(this)
  readonly replay: Replay = new Replay(this, (step, view) => fetchScene(this.code, step, view))
  readonly reveal: Reveal
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
  live = $state.raw<SceneSent | null>(null)
  liveAsk = $state.raw<AskSent | null>(null)
  /** at a table of a real box: what was asked last */
  hand = $state.raw<ByHandSent | null>(null)
  /** a bot has played for the absent viewer, who has not seen the notice yet */
  playedForMe = $state(false)
  /** the other seat that has just undone its last choice */
  tookBack = $state<number | null>(null)
  /** number of the first event of the last message */
  fresh = $state(0)
  /** standing orders of the viewer's seat */
  orders = $state.raw<OrderSent[]>([])
  /** number of chat lines read */
  read = $state(0)
  unread = $derived(this.chat.length - this.read)

  /** the scene to display: replayed, held during a moment, previewed, or the current one */
  scene: SceneSent | null = $derived.by(
    () => this.replay.past ?? this.reveal.held ?? this.choice.pendingSteps.at(-1)?.scene ?? this.live,
  )
  seat: number = $derived(this.live?.seat ?? RAIL)
  phase = $derived(this.table?.phase ?? 'lobby')
  over = $derived(this.table?.phase === 'over')
  /** the viewer plays against a clock that runs while the page shows what happened */
  clocked = $derived(this.table?.pace?.kind === 'live')
  /** number of the last event that may be shown */
  until = $derived(this.replay.past ? Infinity : (this.moments.now?.until ?? Infinity))
  /** events up to the scene shown */
  pastEvents = $derived.by(() => {
    const { until } = this
    const { past } = this.replay
    return this.events.filter((event) => event.n <= until && (!past || event.step <= past.step))
  })
  /** the events of the last step before the scene shown */
  last = $derived.by(() => {
    const step = this.pastEvents.at(-1)?.step ?? 0
    const { past } = this.replay
    return this.pastEvents.filter((event) => event.step === step || (!past && event.n >= this.fresh))
  })
  lastMarks = $derived(new Set(this.last.flatMap((event) => marks(event.phrase))))
  /** hotseat (several seats at one screen): the seat whose turn it is, if another one is shown */
  #next = $derived.by(() => {
    const mine = this.table?.mine ?? []
    if (mine.length < 2 || this.phase !== 'playing' || this.replay.past) return null
    const asked = this.live?.asked.filter((seat) => mine.includes(seat)) ?? []
    // players of a real box answer a secret question one after another
    const inOrder = this.hand?.secret && asked.length > 0
    if (inOrder ? asked[0] === this.seat : asked.includes(this.seat)) return null
    return asked[0] ?? (this.seat === RAIL ? (mine[0] ?? null) : null)
  })
  /** the players of a real box have nothing to hide from each other now: the screen follows the turn by itself */
  #open = $derived(this.hand !== null && !this.hand.secret)
  /** the seat whose player has to take over the screen and to say so */
  curtain = $derived(this.#open ? null : this.#next)
  /** the seat that the screen follows by itself */
  follows = $derived(this.#open && !this.moments.now ? this.#next : null)
  /** the question what was drawn from the real box, to people at the table */
  drawn = $derived(
    this.hand?.ask && this.table?.mine.length && !this.replay.past && !this.moments.now ? this.hand.ask : null,
  )

  constructor(code: string, board: BoardReveal) {
    this.code = code
    this.connection = new Connection(
      code,
      () => this.events.at(-1)?.n ?? -1,
      (message) => this.hear(message),
    )
    this.reveal = new Reveal(this, board)
  }

  close(): void {
    settings.setFigures({})
    this.connection.close()
  }

  send(message: FromClient): void {
    if (message.do === 'play' || message.do === 'draw') this.playedForMe = false
    this.connection.send(message)
  }

  hear(message: FromServer): void {
    switch (message.is) {
      case 'table':
        this.#hearTable(message)
        break
      case 'news':
        this.reveal.add(message)
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
        if (!message.key && this.advice.fail(message.phrase)) break
        this.choice.hearRefusal(message)
        if (message.code === 'lesson') this.learning.miss(message.phrase)
        break
      case 'ahead':
        this.choice.hearPreview(message)
        break
      case 'effects':
        this.effects.hear(message)
        break
      case 'hint':
      case 'curve':
        this.advice.hear(message)
        break
      case 'why':
        this.choice.refused = message
        break
      case 'review':
        this.learning.review = message
        break
      case 'tried':
        void this.animator.change(() => {
          this.replay.past = message.scene
          this.learning.tried = message
        })
        break
      case 'rematch':
        this.agreed = message.agreed
        this.wantsRematch = Boolean(this.table?.seated.some((seat) => message.agreed.includes(seat)))
        this.declined = message.declined
        this.rematch = message.code
        if (message.code && this.wantsRematch && this.table?.deal) attachDeal(this.table.deal.rematch, message.code)
        break
    }
  }

  /** Offers, accepts, declines or withdraws a rematch. */
  answerRematch(yes: boolean): void {
    const seal = this.table?.deal?.rematch
    this.send({ do: 'rematch', yes, ...(yes && seal && { contribution: contribution(seal) }) })
  }

  /** Applies an update without showing what led to it. */
  apply(update: UpdateSent): void {
    const step = this.live?.step
    if (this.table) this.table = { ...this.table, phase: update.phase }
    this.tookBack = null
    this.learning.hear(update.lesson)
    this.seats = update.seats
    this.fresh = update.events[0]?.n ?? this.fresh
    this.events = joined(this.events, update.events, false)
    this.live = update.scene
    this.liveAsk = update.ask
    this.hand = update.hand
    this.undo = update.undo
    this.choice.follow(update.key, update.scene.step !== step)
  }

  /** The seat whose undo caused this message: the one whose events are gone or, if none was visible, the one asked
   * again. */
  #undoer(message: TableSent): number | undefined {
    if (!this.table || message.era !== this.connection.era + 1) return undefined
    const undone = [...this.events, ...this.reveal.queue.flatMap((news) => news.events)].slice(message.events.length)
    const [asked, ...others] = message.scene?.asked ?? []
    return undone.find((event) => (event.by ?? RAIL) >= 0)?.by ?? (others.length ? undefined : asked)
  }

  #hearTable(message: TableSent): void {
    const undoer = this.#undoer(message)
    settings.setFigures(message.figures)
    this.reveal.reset()
    this.choice.reset()
    this.effects.reset()
    this.tookBack = undoer === undefined || message.mine.includes(undoer) ? null : undoer
    this.connection.era = message.era
    this.advice.again()
    const { review } = this.learning
    if (review && review.progress < 1) this.send({ do: 'review', seat: review.seat })
    this.table = message
    const value = joinDeal(message)
    if (value) this.send({ do: 'contribute', value })
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
    this.hand = message.hand
    this.undo = message.undo
    const own = this.events.findLast((event) => event.by === this.seat && this.seat >= 0)
    this.playedForMe = message.phase === 'playing' && Boolean(own?.stood_in)
  }
}
