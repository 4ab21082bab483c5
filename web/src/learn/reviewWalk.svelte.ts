/** Walk through the moves of a review: which one is shown on the board, and which of its two lines. */
import type { TableStore } from '../lib/table.svelte'
import type { MoveCostSent } from '../wire'

export type Lines = 'both' | 'played' | 'better'

export class ReviewWalk {
  readonly #table: TableStore
  /** the step of the move chosen; null: the first one */
  #step = $state<number | null>(null)
  lines = $state<Lines>('both')
  costs: MoveCostSent[] = $derived.by(() => this.#table.learning.review?.prices ?? [])
  cost = $derived(this.costs.find((one) => one.step === this.#step) ?? this.costs[0])
  index = $derived(this.cost ? this.costs.indexOf(this.cost) : -1)
  done = $derived.by(() => this.#table.learning.review?.progress === 1)

  constructor(table: TableStore) {
    this.#table = table
    if (!table.learning.review) table.send({ do: 'review', seat: table.seat })
  }

  /** Shows the move with this index, if there is one. */
  go(index: number): void {
    const cost = this.costs[index]
    if (!cost) return
    this.#step = cost.step
    this.lines = 'both'
  }

  /** Shows only the better move, then only the one played, in turn. */
  flip(): void {
    this.lines = this.lines === 'better' ? 'played' : 'better'
  }

  /** Shows one line only, or both again. */
  choose(line: 'played' | 'better'): void {
    this.lines = this.lines === line ? 'both' : line
  }
}
