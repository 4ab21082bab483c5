/** The days of daily deals: numbers, moons, streaks, and the month of a calendar. */
import type { DailyResultSent } from '../wire'

/** full: above par; half: at par; crescent: below; new: played, the par is not known */
export type Moon = 'full' | 'half' | 'crescent' | 'new'

const DAY_MS = 86_400_000
const SIGNS = { full: '🌕', half: '🌗', crescent: '🌘', new: '🌑' } as const
/** most moons of a text to share */
const SHARED = 7

const time = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** The number of a day's deal: the day of the year. */
export function numberOf(day: string): number {
  return (time(day) - Date.UTC(Number(day.slice(0, 4)), 0, 1)) / DAY_MS + 1
}

export function moonOf({ points, par, resigned }: DailyResultSent): Moon {
  if (resigned) return 'crescent'
  if (par === null) return 'new'
  return points > par ? 'full' : points === par ? 'half' : 'crescent'
}

/** Days in a row until today, or yesterday if today's deal is not finished; and the longest row ever. */
export function streaks(results: readonly DailyResultSent[], today: string): { now: number; longest: number } {
  const days = new Set(results.map((one) => time(one.day)))
  const rowEnding = (day: number): number => {
    let length = 0
    while (days.has(day - length * DAY_MS)) length++
    return length
  }
  const now = rowEnding(time(today)) || rowEnding(time(today) - DAY_MS)
  return { now, longest: Math.max(0, ...[...days].map(rowEnding)) }
}

/** The days of the month of a day, and the number of empty cells before the first (weeks begin on Monday). */
export function monthOf(day: string): { blank: number; days: string[] } {
  const first = new Date(time(`${day.slice(0, 8)}01`))
  const days: string[] = []
  for (let at = first.getTime(); new Date(at).getUTCMonth() === first.getUTCMonth(); at += DAY_MS)
    days.push(new Date(at).toISOString().slice(0, 10))
  return { blank: (first.getUTCDay() + 6) % 7, days }
}

/** The moons of the last days, today's last, for a text that reveals nothing of the deal. */
export function moonsShared(results: readonly DailyResultSent[]): string {
  return results
    .slice(-SHARED)
    .map((one) => SIGNS[moonOf(one)])
    .join('')
}
