/** The coach of a first game: which of its notes this browser has read, and for which games it is wanted. */
import { house } from '../lib/house.svelte'
import { keep, kept } from '../lib/kept'
import { settings } from '../lib/settings.svelte'
import type { TableStore } from '../lib/table.svelte'

class Coach {
  /** games for which it was called or sent away */
  #wanted = $state<Record<string, boolean>>({})
  #read = $state.raw<ReadonlySet<string>>(new Set((kept('coach.read') ?? '').split(' ').filter(Boolean)))

  #page: number | undefined
  #pageNotes: readonly string[] = []

  /** One person against computer players has somebody beside him; in company others explain. */
  mayCome(table: TableStore): boolean {
    const people = table.seats.filter((seat) => seat.kind !== 'bot').length
    return table.seat >= 0 && people === 1 && !table.learning.lesson
  }

  /** It sits at this table now. */
  isAt(table: TableStore): boolean {
    return this.mayCome(table) && this.isHere(table.table?.game ?? '') && (table.phase === 'playing' || table.moments.now !== null) && !table.past
  }

  /** By itself it comes to whoever has not finished a game of this kind. */
  isHere(game: string): boolean {
    const wanted = this.#wanted[game] ?? { on: true, off: false }[kept(`coach.${game}`) ?? '']
    return wanted ?? !house.home?.tables.some((line) => line.game === game && line.phase === 'over')
  }

  /** Calls it, to say everything once more, or sends it away. */
  call(game: string, here: boolean): void {
    this.#wanted[game] = here
    keep(`coach.${game}`, here ? 'on' : 'off')
    if (here) this.#keep([...this.#read].filter((key) => !key.startsWith(`${game}.`)))
  }

  #noted(game: string, kinds: readonly string[]): string[] {
    return kinds.map((kind) => `${game}.coach.event.${kind}`).filter((key) => settings.words.has(key))
  }

  /** What it says of a page where these are told: of the last of them, or nothing once that was read. */
  pageNotes(game: string, kinds: readonly string[]): string[] {
    return this.#noted(game, kinds).slice(-1).filter((key) => !this.#read.has(key))
  }

  /** A page is told with these notes, or none is any more: those of the page before were read. */
  turnTo(page: number | undefined, notes: readonly string[]): void {
    if (page === this.#page) return
    this.read(this.#pageNotes)
    this.#page = page
    this.#pageNotes = page === undefined ? [] : notes
  }

  /** What it says of the last thing that happened and was not read, and of the question; where there is room for one
   * only, of what is new. */
  notes(game: string, question: string, kinds: readonly string[], room: 1 | 2): string[] {
    const asked = question.replace(`${game}.prompt.`, `${game}.coach.`)
    const happened = this.#noted(game, kinds).findLast((key) => !this.#read.has(key))
    if (!happened) return [asked]
    return room === 1 ? [this.#read.has(asked) ? happened : asked] : [happened, asked]
  }

  read(notes: readonly string[]): void {
    if (notes.length) this.#keep([...this.#read, ...notes])
  }

  #keep(read: readonly string[]): void {
    this.#read = new Set(read)
    keep('coach.read', [...this.#read].join(' '))
  }
}

export const coach = new Coach()
