/** Short synthesized sounds, off by default. */
import { settings } from './settings.svelte'
import type { TableStore } from './table.svelte'

export type Sound = 'turn' | 'move' | 'win'

interface Note {
  /** start and duration in seconds */
  at: number
  lasts: number
  /** frequency in hertz at the start and at the end */
  from: number
  to: number
  loud: number
}

/** A wolf's call (your turn), a piece put down, a howl (win). */
export const NOTES: Record<Sound, readonly Note[]> = {
  turn: [
    { at: 0, lasts: 0.28, from: 392, to: 523, loud: 0.12 },
    { at: 0.2, lasts: 0.4, from: 523, to: 494, loud: 0.12 },
  ],
  move: [{ at: 0, lasts: 0.07, from: 190, to: 95, loud: 0.2 }],
  win: [
    { at: 0, lasts: 0.3, from: 392, to: 440, loud: 0.1 },
    { at: 0.2, lasts: 0.35, from: 494, to: 523, loud: 0.1 },
    { at: 0.42, lasts: 0.9, from: 587, to: 784, loud: 0.14 },
    { at: 0.42, lasts: 0.9, from: 392, to: 523, loud: 0.08 },
  ],
}

let context: AudioContext | null = null

export function sound(which: Sound): void {
  if (!settings.sound) return
  context ??= new AudioContext()
  void context.resume()
  for (const { at, lasts, from, to, loud } of NOTES[which]) {
    const begin = context.currentTime + at
    const voice = new OscillatorNode(context, { type: 'triangle', frequency: from })
    const level = new GainNode(context, { gain: 0 })
    voice.frequency.exponentialRampToValueAtTime(to, begin + lasts)
    level.gain.setValueAtTime(0, begin)
    level.gain.linearRampToValueAtTime(loud, begin + Math.min(0.03, lasts / 3))
    level.gain.exponentialRampToValueAtTime(0.001, begin + lasts)
    voice.connect(level).connect(context.destination)
    voice.start(begin)
    voice.stop(begin + lasts)
  }
}

/** Plays sounds for a table: the viewer's turn, events, a win. */
export function listen(table: TableStore): void {
  let heard = Number.POSITIVE_INFINITY
  let over = true
  /** others have played since the viewer's last turn */
  let waited = false
  $effect(() => {
    const [turn, now, won] = [Boolean(table.choice.ask), table.events.length, table.over && !table.moments.now]
    const fresh = table.events.slice(heard)
    waited ||= fresh.some((event) => event.by !== undefined && event.by !== table.seat)
    if (won && !over && table.live?.result?.places[table.seat] === 1) sound('win')
    else if (turn && waited) sound('turn')
    else if (fresh.length) sound('move')
    if (turn) waited = false
    heard = now
    over = won
  })
}
