import type { EventKind, EventSent } from '../wire'

/** How often something happened to each seat. */
export const counted = <K extends EventKind>(events: readonly EventSent[], seats: number, kind: K): number[] =>
  Array.from({ length: seats }, (_, seat) => events.filter((event) => event.kind === kind && event.seat === seat).length)
