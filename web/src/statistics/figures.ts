/** Figures of a person's games: shares with their intervals, streaks, luck. A figure never says more than its games. */
import type { PlayedGameSent } from '../wire'

const Z95 = 1.96
/** Games from which a share is a point, and not only its interval. */
export const LEAST_SHOWN = 5
/** Mean error from which the luck of single games says too little for a mean, in points. */
const UNSURE = 20
const BINS = 11

export interface Share {
  games: number
  wins: number
  /** share of the win, and the ends of its 95 % interval */
  share: number
  low: number
  high: number
  /** what players of equal strength would win */
  par: number
}

/** Share of the win of a game; older games keep the place only. */
export const shareOf = (game: PlayedGameSent): number => game.share ?? (game.place === 1 ? 1 : 0)

/** The share of the win over games, with Wilson's interval. */
export function shareOver(games: readonly PlayedGameSent[]): Share {
  const n = games.length
  const wins = games.reduce((sum, game) => sum + shareOf(game), 0)
  const par = n ? games.reduce((sum, game) => sum + 1 / (game.rivals.length + 1), 0) / n : 0.5
  if (!n) return { games: 0, wins: 0, share: 0, low: 0, high: 1, par }
  const share = wins / n
  const z = Z95 * Z95
  const middle = (share + z / (2 * n)) / (1 + z / n)
  const half = (Z95 / (1 + z / n)) * Math.sqrt((share * (1 - share)) / n + z / (4 * n * n))
  return { games: n, wins, share, low: Math.max(0, middle - half), high: Math.min(1, middle + half), par }
}

export interface Group {
  key: string
  games: PlayedGameSent[]
  share: Share
}

/** The games by what `keys` names of each, the largest groups first. */
export function grouped(
  games: readonly PlayedGameSent[],
  keys: (game: PlayedGameSent) => readonly string[],
  most = Infinity,
): Group[] {
  const found = new Map<string, PlayedGameSent[]>()
  for (const game of games)
    for (const key of new Set(keys(game))) {
      const known = found.get(key)
      if (known) known.push(game)
      else found.set(key, [game])
    }
  return [...found]
    .map(([key, own]) => ({ key, games: own, share: shareOver(own) }))
    .sort((one, other) => other.games.length - one.games.length || (one.key < other.key ? -1 : 1))
    .slice(0, most)
}

/** The longest row of wins; `games` are the latest first. */
export function longestStreak(games: readonly PlayedGameSent[]): number {
  let longest = 0
  let now = 0
  for (const game of games) {
    now = game.place === 1 ? now + 1 : 0
    longest = Math.max(longest, now)
  }
  return longest
}

/** The middle of the numbers that are known; null without any. */
export function median(numbers: readonly (number | null)[]): number | null {
  const known = numbers.filter((one) => one !== null).sort((one, other) => one - other)
  const at = known.length >> 1
  const [low, high] = [known[known.length % 2 ? at : at - 1], known[at]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

export interface RatingPoint {
  game: PlayedGameSent
  rating: number
  error: number
}

/** The ratings after rated games, oldest first. */
export function ratingPoints(games: readonly PlayedGameSent[]): RatingPoint[] {
  const points: RatingPoint[] = []
  for (const game of games)
    if (game.rating !== null && game.rating_error !== null)
      points.push({ game, rating: game.rating, error: game.rating_error })
  return points.reverse()
}

export interface Luck {
  games: number
  /** mean luck of a game in points, and the half of its interval */
  mean: number
  error: number
  /** share of the win, as played and without luck, over these games */
  share: number
  without: number
  /** unsure: the luck of single games is measured too roughly; unclear: zero lies in the interval */
  says: 'none' | 'unsure' | 'unclear' | 'for' | 'against'
  /** number of games by luck; `width` points each, the middle one around 0 */
  bins: number[]
  width: number
}

/** Luck over the games in which it was measured. */
export function luckOver(games: readonly PlayedGameSent[]): Luck {
  const lucks: number[] = []
  const measured: PlayedGameSent[] = []
  let roughness = 0
  for (const game of games)
    if (game.luck !== null && game.luck_error !== null) {
      lucks.push(game.luck)
      measured.push(game)
      roughness += game.luck_error
    }
  const n = lucks.length
  const mean = lucks.reduce((sum, one) => sum + one, 0) / Math.max(n, 1)
  const variance = lucks.reduce((sum, one) => sum + (one - mean) ** 2, 0) / Math.max(n - 1, 1)
  const error = Z95 * Math.sqrt(variance / Math.max(n, 1))
  const width = Math.max(2, Math.ceil((2 * Math.max(0, ...lucks.map(Math.abs))) / BINS))
  const bins = new Array<number>(BINS).fill(0)
  for (const one of lucks) {
    const at = Math.min(BINS - 1, Math.max(0, Math.round(one / width) + (BINS - 1) / 2))
    bins[at] = (bins[at] ?? 0) + 1
  }
  const share = measured.reduce((sum, game) => sum + shareOf(game), 0) / Math.max(n, 1)
  let says: Luck['says'] = mean > 0 ? 'for' : 'against'
  if (n < LEAST_SHOWN) says = 'none'
  else if (roughness / n >= UNSURE) says = 'unsure'
  else if (Math.abs(mean) <= error) says = 'unclear'
  return { games: n, mean, error, share, without: share - mean / 100, says, bins, width }
}
