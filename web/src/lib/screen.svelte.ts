import { MediaQuery } from 'svelte/reactivity'

export const phone = new MediaQuery('max-width: 720px')
/** room for a drawer beside the board */
export const roomy = new MediaQuery('min-width: 1280px')
/** room for a drawer beside a board that has a rail */
export const broad = new MediaQuery('min-width: 1320px')
/** reduced motion */
export const still = new MediaQuery('prefers-reduced-motion: reduce')
