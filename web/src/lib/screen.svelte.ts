import { MediaQuery } from 'svelte/reactivity'

export const phone = new MediaQuery('max-width: 720px')
/** too low for board, question and own area at once: the page scrolls */
export const low = new MediaQuery('max-height: 36em')
/** room for a drawer beside the board; in em, as letters may be larger */
export const roomy = new MediaQuery('min-width: 80em')
/** room for a drawer beside a board that has a rail */
export const broad = new MediaQuery('min-width: 82.5em')
/** reduced motion */
export const still = new MediaQuery('prefers-reduced-motion: reduce')
