import type { EventKind, EventSent } from '../wire'

/** Counts events per seat. */
export const counted = <K extends EventKind>(events: readonly EventSent[], seats: number, kind: K): number[] =>
  Array.from(
    { length: seats },
    (_, seat) => events.filter((event) => event.kind === kind && event.seat === seat).length,
  )
