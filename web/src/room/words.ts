/** Names of games and tables. */
import { t } from '../lib/settings.svelte'

export const gameTitle = (game: string): string => t(`page.game.${game}`)

/** A game with its number of seats. */
export const named = (game: string, seats: number): string => t('room.table', { game: gameTitle(game), number: seats })
