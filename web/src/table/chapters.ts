import type { EventKind, EventSent } from '../wire'

export interface Chapter {
  /** 0: before the first chapter */
  number: number
  events: EventSent[]
}

/** Splits the history into chapters: tricks, turns or years. */
export function chapters(events: readonly EventSent[], opens: readonly EventKind[]): Chapter[] {
  const out: Chapter[] = []
  let number = 0
  for (const event of events) {
    if (opens.includes(event.kind)) number++
    const last = out.at(-1)
    if (last?.number === number) last.events.push(event)
    else out.push({ number, events: [event] })
  }
  return out
}

/** Joins events of one step that say the same: each first one, and how many they are. */
export function joined(events: readonly EventSent[]): { event: EventSent; times: number }[] {
  const out: { event: EventSent; times: number }[] = []
  for (const event of events) {
    const last = out.at(-1)
    const same = last?.event.step === event.step && JSON.stringify(last.event.phrase) === JSON.stringify(event.phrase)
    if (last && same) last.times++
    else out.push({ event, times: 1 })
  }
  return out
}
