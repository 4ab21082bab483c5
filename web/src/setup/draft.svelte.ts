/** A table before the game: a local draft, or already open on the server. */
import { fetchTicket, openTable } from '../lib/api'
import { contribution, attachDeal } from '../lib/deal'
import { homeStore } from '../lib/home.svelte'
import { save } from '../lib/localStorage'
import { router } from '../lib/router.svelte'
import { t } from '../lib/settings.svelte'
import type { TableStore } from '../lib/table.svelte'
import { inviteTo } from '../people/api'
import { PACES } from '../people/pace'
import type { GameSent, PaceSent, SeatRequest, SeatKind } from '../wire'

export interface SeatLine {
  kind: SeatKind
  name: string
  bot: string
  /** the viewer's own seat */
  own: boolean
  /** the player is connected */
  here: boolean
  /** an open seat that is reserved */
  reserved: '' | 'me' | 'other'
  /** a program's seat */
  program: boolean
}

export interface SetupDraft {
  game: GameSent
  seats: SeatLine[]
  options: Record<string, string>
  patience: number | null
  pace: PaceSent | null
  /** counts for ratings */
  rated: boolean
  /** hints are allowed */
  hints: boolean
  /** the players draw the real cards and tokens of their box */
  byHand: boolean
  /** null: the table is open already */
  setByHand: ((on: boolean) => void) | null
  /** programs may take seats */
  programs: boolean
  /** everyone on this server sees the table and may sit down; `near`: people of about the host's strength */
  open: boolean
  near: boolean
  /** the viewer is the host and may change the table */
  host: boolean
  /** disconnected from the server */
  lost: boolean
  /** invitation code to read aloud, and the code in the link; empty until the table is open on the server */
  word: string
  code: string
  setSeat: (seat: number, to: SeatRequest | null) => void
  setOption: (name: string, value: string) => void
  setPatience: (seconds: number | null) => void
  setPace: (pace: PaceSent | null) => void
  setRated: (on: boolean) => void
  setHints: (on: boolean) => void
  setPrograms: (on: boolean) => void
  setOpen: (on: boolean, near: boolean) => void
  start: () => Promise<void>
  /** opens the table on the server, so that others can join */
  invite: (() => Promise<void>) | null
}

export const DEFAULT_PATIENCE = 120
/** default pace of a rated game, which needs a clock */
const RATED_PACE = PACES.calm ?? null

export class PaperDraft implements SetupDraft {
  readonly game: GameSent
  seats = $state<SeatLine[]>([])
  options = $state<Record<string, string>>({})
  patience = $state<number | null>(DEFAULT_PATIENCE)
  pace = $state.raw<PaceSent | null>(null)
  rated = $state(false)
  open = $state(false)
  near = $state(false)
  byHand = $state(false)
  programs = $state(false)
  #hints = $state<boolean | null>(null)
  readonly host = true
  readonly lost = false
  readonly word = ''
  readonly code = ''

  constructor(
    game: GameSent,
    withFriend: boolean,
    /** a companion to be invited */
    readonly guest = '',
    /** the group whose page shows the table */
    readonly group = '',
  ) {
    this.game = game
    const me = {
      kind: 'guest',
      name: homeStore.home?.guest.name || t('page.you'),
      bot: '',
      own: true,
      here: true,
      reserved: '',
      program: false,
    } as const
    const other = {
      kind: withFriend ? 'open' : 'bot',
      name: '',
      bot: homeStore.usualBot,
      own: false,
      here: false,
      reserved: '',
      program: false,
    } as const
    this.seats = [me, ...Array.from({ length: game.fewest - 1 }, () => ({ ...other }))]
  }

  setSeat(seat: number, to: SeatRequest | null): void {
    if (!to) this.seats.splice(seat, 1)
    else
      this.seats[seat] = {
        kind: to.kind,
        name: to.name ?? '',
        bot: to.bot ?? '',
        own: false,
        here: false,
        reserved: '',
        program: false,
      }
  }

  setOption(name: string, value: string): void {
    this.options[name] = value
  }

  setPatience(seconds: number | null): void {
    this.patience = seconds
  }

  setPace(pace: PaceSent | null): void {
    this.pace = pace
    if (!pace) this.rated = false
  }

  setRated(on: boolean): void {
    this.rated = on
    if (on) this.pace ??= RATED_PACE
  }

  /** the host's choice; by default, allowed unless two people play */
  get hints(): boolean {
    return this.#hints ?? this.seats.filter((seat) => seat.kind !== 'bot').length < 2
  }

  setHints(on: boolean): void {
    this.#hints = on
  }

  setPrograms(on: boolean): void {
    this.programs = on
  }

  setOpen(on: boolean, near: boolean): void {
    this.open = on
    this.near = on && near
  }

  /** With a real box, the others sit at the same table: one screen in the middle serves all. */
  setByHand = (on: boolean): void => {
    this.byHand = on
    if (on) {
      this.rated = false
      this.pace = null
      this.seats = this.seats.map((seat) =>
        seat.own || seat.kind === 'open' ? seat : { ...seat, kind: 'here', bot: '' },
      )
    }
  }

  start = (): Promise<void> => this.#open(true)

  invite = async (): Promise<void> => {
    if (!this.seats.some((seat) => seat.kind === 'open')) {
      const last = this.seats.length - 1
      this.setSeat(last, { kind: 'open' })
    }
    await this.#open(false)
  }

  async #open(start: boolean): Promise<void> {
    save('game', this.game.id)
    const ticket = start && !this.byHand ? await fetchTicket() : null
    const { code } = await openTable({
      game: this.game.id,
      seats: this.seats.map((seat) => ({ kind: seat.kind, name: seat.own ? '' : seat.name, bot: seat.bot })),
      options: $state.snapshot(this.options),
      patience: this.byHand ? null : this.patience,
      pace: this.pace,
      by_hand: this.byHand,
      rated: this.rated,
      hints: this.#hints,
      public: this.open && !start,
      near: this.near && !start,
      programs: this.programs,
      start,
      group: this.group,
      ...(ticket && { ticket: ticket.ticket, contribution: contribution(ticket.seal) }),
    })
    if (ticket) attachDeal(ticket.seal, code)
    const seat = this.seats.findIndex((one) => one.kind === 'open')
    if (this.guest && seat >= 0) await inviteTo(code, seat, this.guest)
    router.go(`/table/${code}`)
  }
}

export class LobbyDraft implements SetupDraft {
  constructor(
    readonly table: TableStore,
    readonly game: GameSent,
  ) {}

  get seats(): SeatLine[] {
    const { mine = [], invited = [] } = this.table.table ?? {}
    return this.table.seats.map((seat, i) => ({
      ...seat,
      own: seat.kind === 'guest' && mine.includes(i),
      reserved: invited.includes(i) ? 'me' : seat.reserved ? 'other' : '',
    }))
  }

  get options(): Record<string, string> {
    return this.table.table?.options ?? {}
  }

  get patience(): number | null {
    return this.table.table?.patience ?? null
  }

  get pace(): PaceSent | null {
    return this.table.table?.pace ?? null
  }

  get rated(): boolean {
    return this.table.table?.rated ?? false
  }

  get hints(): boolean {
    return this.table.table?.hints ?? false
  }

  get host(): boolean {
    return this.table.table?.host ?? false
  }

  get byHand(): boolean {
    return this.table.table?.by_hand ?? false
  }

  readonly setByHand = null

  get lost(): boolean {
    return this.table.connection.state === 'lost'
  }

  get word(): string {
    return this.table.table?.word ?? ''
  }

  get code(): string {
    return this.table.code
  }

  readonly invite = null

  setSeat(seat: number, to: SeatRequest | null): void {
    this.table.send({ do: 'set_seat', seat, to })
  }

  setOption(name: string, value: string): void {
    this.table.send({ do: 'set_option', name, value })
  }

  setPatience(seconds: number | null): void {
    this.table.send({ do: 'set_patience', seconds })
  }

  setPace(pace: PaceSent | null): void {
    if (!pace && this.rated) this.setRated(false)
    this.table.send({ do: 'set_pace', pace })
  }

  setRated(on: boolean): void {
    if (on && !this.pace) this.setPace(RATED_PACE)
    this.table.send({ do: 'set_rated', on })
  }

  get open(): boolean {
    return this.table.table?.public ?? false
  }

  get near(): boolean {
    return this.table.table?.near ?? false
  }

  setOpen(on: boolean, near: boolean): void {
    this.table.send({ do: 'set_public', on, near })
  }

  setHints(on: boolean): void {
    this.table.send({ do: 'set_hints', on })
  }

  get programs(): boolean {
    return this.table.table?.programs ?? false
  }

  setPrograms(on: boolean): void {
    this.table.send({ do: 'set_programs', on })
  }

  async start(): Promise<void> {
    this.table.send({ do: 'start' })
  }
}
