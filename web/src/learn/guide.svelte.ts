/** What the guide of a first game says now: each note once, at a question of the viewer or during a moment. */
import { untrack } from 'svelte'
import type { GameBoard } from '../boards/contract'
import { phrase } from '../lib/catalogue'
import type { TableStore } from '../lib/table.svelte'
import type { PhraseSent } from '../wire'
import { coach } from './coach.svelte'

const GREETING = [phrase('page.coach_here')]
const keysOf = (notes: readonly PhraseSent[]): string[] => notes.map((note) => note.key)

export class Guide {
  /** the notes said last; none at a moment without a note of its own */
  said = $state.raw<readonly PhraseSent[]>(GREETING)
  readonly #table: TableStore
  readonly #board: GameBoard
  readonly #room: () => 1 | 2
  readonly #game = $derived.by(() => this.#table.table?.game ?? '')
  readonly #moment = $derived.by(() => this.#table.moments.now)
  /** unread notes about the moment, or about the question and the position */
  readonly #notes = $derived.by((): readonly PhraseSent[] => {
    const { choice, last, moments, scene, seat } = this.#table
    const kinds = last.filter((event) => event.n > moments.since).map((event) => event.kind)
    if (this.#moment) return coach.pageNotes(this.#game, kinds).map((key) => phrase(key))
    if (!choice.question || !scene) return []
    const remarks = this.#board.remarks?.(scene.shown, seat) ?? []
    return coach.notes(this.#game, scene.prompt.key, kinds, remarks, this.#room())
  })
  /** what was said last belongs to what is shown now */
  speaks = $derived.by(() => this.#notes.length > 0 || this.said === GREETING)

  /** `room`: how many notes can be shown at once. Create it in a component. */
  constructor(table: TableStore, board: GameBoard, room: () => 1 | 2) {
    this.#table = table
    this.#board = board
    this.#room = room
    $effect(() => {
      if (this.#notes.length || this.#moment) this.said = this.#notes
    })
    // a note is read when its moment ends or its question is answered
    const turned = $derived(this.#moment && !this.#moment.lasts ? this.#moment.until : undefined)
    $effect(() => {
      const page = turned
      untrack(() => coach.turnTo(page, keysOf(this.#notes)))
    })
    $effect(() => {
      if (!table.choice.sending) return
      untrack(() => {
        if (!this.#moment) coach.read(keysOf(this.#notes))
      })
    })
  }
}
