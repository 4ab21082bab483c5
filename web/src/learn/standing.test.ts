import { expect, test, vi } from 'vitest'
import { standing } from './standing'

vi.mock('../lib/transport', () => ({ SITE: true }))
vi.mock('../lib/settings.svelte', () => ({ t: (key: string) => key }))

const LINE = { game: 'terres', code: 'c', done: true, points: 14, players: 9, seal: '', tomorrow: '' }

test('a static site compares a daily deal with nobody', () => {
  for (const beaten of [null, 0.5]) expect(standing({ ...LINE, beaten })).toBe('page.site.daily_done')
})
