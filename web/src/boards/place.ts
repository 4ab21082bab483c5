import type { Play } from './contract'

/** Attributes that make any element a place: a button with a spoken name that lights up, narrows and says why not. */
export function placed(play: Play, place: string, label: string): Record<string, unknown> {
  if (!play.active) return { 'data-place': place }
  const lit = play.lit(place)
  const chosen = play.chosen.includes(place)
  const may = lit || chosen || play.open(place)
  return {
    'data-place': place,
    'data-rove': lit ? 'lit' : '',
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
