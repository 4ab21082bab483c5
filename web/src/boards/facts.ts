import type { EventSent } from '../wire'

/** Counts events per seat. */
export const counted = <E extends EventSent>(events: readonly E[], seats: number, kind: E['kind']): number[] =>
  Array.from(
    { length: seats },
    (_, seat) => events.filter((event) => event.kind === kind && event.seat === seat).length,
  )
