/** Explanations of things: `data-about` holds catalogue keys, `<key>.text` is the effect. A text shared by all
 * things of a kind is stored once, under the shorter key. */
import type { Words } from './catalogue'

export interface Explanation {
  name: string
  text: string
}

/** The effect of a thing, or of all things of its kind. */
export function effect(words: Words, key: string): string {
  for (let kind = key; kind; kind = kind.slice(0, Math.max(kind.lastIndexOf('.'), 0))) {
    if (words.has(`${kind}.text`)) return words.say({ key: `${kind}.text` })
  }
  return ''
}

/** Names and effects of several things; a name with placeholders is left empty. */
export function explanationsOf(words: Words, keys: string): Explanation[] {
  const found = new Map<string, Explanation>()
  for (const key of keys.split(' ').filter(Boolean)) {
    const name = words.has(key) ? words.say({ key }) : ''
    const text = effect(words, key)
    if (text) found.set(text, { name: name.includes('{') ? '' : name, text })
  }
  return [...found.values()]
}

/** The catalogue keys (`data-about`) of an element, or of the elements inside it. */
export function about(element: Element): string {
  const drawn = [...element.querySelectorAll('[data-about]')].map((one) => one.getAttribute('data-about'))
  return element.getAttribute('data-about') ?? drawn.join(' ')
}

/** The accessible name of an element, of the only thing inside it, or of the place around it. */
export function accessibleName(element: Element): string {
  const label =
    element.getAttribute('aria-label') ?? element.querySelector(':scope > :is(.sr-only, [data-name])')?.textContent
  if (label) return label
  const [drawn, ...more] = [...element.querySelectorAll('[role="img"][aria-label]')].filter(
    (one) => one.closest('[data-about], [data-place]') === element,
  )
  if (drawn && !more.length) return drawn.getAttribute('aria-label') ?? ''
  const place = element.parentElement?.closest('[data-place]')
  return place && element.closest('[aria-hidden]') ? accessibleName(place) : ''
}
