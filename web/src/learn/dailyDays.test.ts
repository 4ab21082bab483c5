import { describe, expect, it } from 'vitest'
import { moonOf, moonsShared, monthOf, numberOf, streaks } from './dailyDays'

const played = (day: string, points = 30, par: number | null = 28, resigned = false) => ({
  day,
  points,
  par,
  resigned,
  luck: null,
})

describe('days of daily deals', () => {
  it('numbers them by the day of the year', () => {
    expect(numberOf('2026-01-01')).toBe(1)
    expect(numberOf('2026-11-18')).toBe(322)
  })

  it('draws a moon by the distance to par', () => {
    expect(moonOf(played('2026-11-18'))).toBe('full')
    expect(moonOf(played('2026-11-18', 28))).toBe('half')
    expect(moonOf(played('2026-11-18', 27))).toBe('crescent')
    expect(moonOf(played('2026-11-18', 30, null))).toBe('new')
    expect(moonOf(played('2026-11-18', 30, 28, true))).toBe('crescent')
  })

  it('counts days in a row, over the end of a month and with today still open', () => {
    const results = ['2026-10-29', '2026-10-30', '2026-10-31', '2026-11-01', '2026-11-17', '2026-11-18'].map((day) =>
      played(day),
    )
    expect(streaks(results, '2026-11-18')).toEqual({ now: 2, longest: 4 })
    expect(streaks(results, '2026-11-19')).toEqual({ now: 2, longest: 4 })
    expect(streaks(results, '2026-11-20')).toEqual({ now: 0, longest: 4 })
    expect(streaks([], '2026-11-20')).toEqual({ now: 0, longest: 0 })
  })

  it('lays out a month from Monday to Sunday', () => {
    const { blank, days } = monthOf('2026-11-18')
    expect(blank).toBe(6)
    expect([days[0], days.at(-1), days.length]).toEqual(['2026-11-01', '2026-11-30', 30])
  })

  it('shares moons only', () => {
    expect(moonsShared([played('2026-11-17', 20), played('2026-11-18')])).toBe('🌘🌕')
  })
})
