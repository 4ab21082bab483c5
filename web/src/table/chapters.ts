import type { EventKind, EventSent } from '../wire'

export interface Chapter {
  /** 0: what came before the first one */
  number: number
  events: EventSent[]
}

/** The history in chapters: a trick, a turn, a year. */
export function chapters(events: readonly EventSent[], opens: readonly EventKind[]): Chapter[] {
  const out: Chapter[] = []
  let number = 0
  for (const event of events) {
    if (event.kind && opens.includes(event.kind)) number++
    const last = out.at(-1)
    if (last?.number === number) last.events.push(event)
    else out.push({ number, events: [event] })
  }
  return out
}
