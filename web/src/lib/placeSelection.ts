/** Choosing by places: each picked place narrows the list of choices. */
import type { ChoiceSent } from '../wire'

export interface Narrowed {
  chosen: string[]
  /** the choice that is complete now */
  done: ChoiceSent | null
}

const startsWith = (choice: ChoiceSent, chosen: readonly string[]): boolean =>
  chosen.every((place, i) => choice.places[i] === place)

/** Choices that begin with the places picked so far. */
export function open(choices: readonly ChoiceSent[], chosen: readonly string[]): ChoiceSent[] {
  return choices.filter((choice) => startsWith(choice, chosen))
}

/** Places that can be picked next. */
export function nextPlaces(choices: readonly ChoiceSent[], chosen: readonly string[]): Set<string> {
  const places = open(choices, chosen).map((choice) => choice.places[chosen.length])
  return new Set(places.filter((place) => place !== undefined))
}

/** Places that can replace one already picked. */
export function replacements(choices: readonly ChoiceSent[], chosen: readonly string[]): Set<string> {
  const out = new Set<string>()
  for (let length = 0; length < chosen.length; length++) {
    for (const place of nextPlaces(choices, chosen.slice(0, length))) out.add(place)
  }
  return out
}

/** Whether the place is picked later in one of the choices. */
export function comesLater(choices: readonly ChoiceSent[], chosen: readonly string[], place: string): boolean {
  return open(choices, chosen).some((choice) => choice.places.indexOf(place, chosen.length + 1) > 0)
}

/** The state after a pick; null if the place cannot be picked. */
export function choose(choices: readonly ChoiceSent[], chosen: readonly string[], place: string): Narrowed | null {
  const at = chosen.indexOf(place)
  if (at >= 0 && !nextPlaces(choices, chosen).has(place)) return { chosen: chosen.slice(0, at), done: null }
  for (let length = chosen.length; length >= 0; length--) {
    const before = chosen.slice(0, length)
    if (!nextPlaces(choices, before).has(place)) continue
    const now = [...before, place]
    const left = open(choices, now)
    const [only] = left
    return { chosen: now, done: left.length === 1 && only?.places.length === now.length ? only : null }
  }
  return null
}
