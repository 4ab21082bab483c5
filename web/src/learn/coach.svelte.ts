/** The coach of a first game: which notes were read, and for which games it is on. Stored in this browser. */
import { homeStore } from '../lib/home.svelte'
import { save, load } from '../lib/localStorage'
import { phrase } from '../lib/catalogue'
import { settings } from '../lib/settings.svelte'
import type { TableStore } from '../lib/table.svelte'
import type { PhraseSent } from '../wire'

class Coach {
  /** games for which the coach was switched on or off */
  #wanted = $state<Record<string, boolean>>({})
  #read = $state.raw<ReadonlySet<string>>(new Set((load('coach.read') ?? '').split(' ').filter(Boolean)))

  #page: number | undefined
  #pageNotes: readonly string[] = []

  /** Whether the coach is available: for players, outside lessons. */
  mayCome(table: TableStore): boolean {
    return table.seat >= 0 && !table.learning.lesson
  }

  /** Whether the coach is on at this table. */
  isAt(table: TableStore): boolean {
    return (
      this.mayCome(table) &&
      this.isHere(table.table?.game ?? '') &&
      (table.phase === 'playing' || table.moments.now !== null) &&
      !table.replay.past
    )
  }

  /** Whether the coach is on for a game; by default for players who have not finished this game yet. */
  isHere(game: string): boolean {
    const wanted = this.#wanted[game] ?? { on: true, off: false }[load(`coach.${game}`) ?? '']
    return wanted ?? !homeStore.home?.tables.some((line) => line.game === game && line.phase === 'over')
  }

  /** Switches the coach on (then all notes are unread) or off. */
  call(game: string, here: boolean): void {
    this.#wanted[game] = here
    save(`coach.${game}`, here ? 'on' : 'off')
    if (here) this.#keep([...this.#read].filter((key) => !key.replace(/^page\./, '').startsWith(`${game}.`)))
  }

  #noted(game: string, kinds: readonly string[]): string[] {
    return kinds.map((kind) => `${game}.coach.event.${kind}`).filter((key) => settings.words.has(key))
  }

  /** The note for a moment with these events: the note of the last event, unless read. */
  pageNotes(game: string, kinds: readonly string[]): string[] {
    return this.#noted(game, kinds)
      .slice(-1)
      .filter((key) => !this.#read.has(key))
  }

  /** Marks the notes of the previous moment as read. */
  turnTo(page: number | undefined, notes: readonly string[]): void {
    if (page === this.#page) return
    this.read(this.#pageNotes)
    this.#page = page
    this.#pageNotes = page === undefined ? [] : notes
  }

  /** The unread notes about the last event, the position and the question; with little room, rather the latter. */
  notes(
    game: string,
    question: string,
    kinds: readonly string[],
    remarks: readonly PhraseSent[],
    room: number,
  ): PhraseSent[] {
    const asked = question.replace(`${game}.prompt.`, `${game}.coach.`)
    const happened = this.#noted(game, kinds).findLast((key) => !this.#read.has(key))
    const remark = remarks.find(({ key }) => !this.#read.has(key))
    return [
      ...(happened ? [phrase(happened)] : []),
      ...(remark ? [remark] : []),
      ...(settings.words.has(asked) && !this.#read.has(asked) ? [phrase(asked)] : []),
    ].slice(-room)
  }

  read(notes: readonly string[]): void {
    if (notes.length) this.#keep([...this.#read, ...notes])
  }

  #keep(read: readonly string[]): void {
    this.#read = new Set(read)
    save('coach.read', [...this.#read].join(' '))
  }
}

export const coach = new Coach()
