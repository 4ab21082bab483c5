/** The five games, in the order of the home page. */
export const GAMES = ['terres', 'aventure', 'clan', 'wildlife', 'traces'] as const
export type GameId = (typeof GAMES)[number]
