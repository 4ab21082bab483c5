import { say } from '../lib/settings.svelte'
import type { BoardApi } from './contract'

/** Attributes that tell what the choice at a pickable place will do. */
export function foretold(play: BoardApi, place: string): Record<string, unknown> {
  const effect = play.canPick(place) ? play.effect(place) : null
  return effect ? { 'data-effect': effect.tone, 'aria-description': say(effect.line) } : {}
}

/** Attributes that make an element a place: a button with name, highlight and keyboard navigation. */
export function placed(play: BoardApi, place: string, label: string): Record<string, unknown> {
  if (!play.active) return { 'data-place': place }
  const pickable = play.canPick(place)
  const chosen = play.chosen.includes(place)
  const may = pickable || chosen || play.canSwapTo(place)
  return {
    'data-place': place,
    ...foretold(play, place),
    'data-rove': pickable ? 'pickable' : '',
    role: 'button',
    'aria-label': play.name(place) ?? label,
    'aria-pressed': chosen ? true : undefined,
    'aria-disabled': may ? undefined : true,
    onclick: (event: Event) => {
      event.stopPropagation()
      play.pick(place)
    },
    onkeydown: (event: KeyboardEvent) => {
      if (event.currentTarget instanceof HTMLButtonElement || (event.key !== 'Enter' && event.key !== ' ')) return
      event.preventDefault()
      play.pick(place)
    },
  }
}
