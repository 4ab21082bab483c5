import { beforeEach, expect, test, vi } from 'vitest'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { DealCheckSent, TableSent } from '../wire'
import { contribution, keptDeal, linkDeal, meetDeal } from './deal'
import { checkDeal, outcomeOf, seedOf } from './dealCheck'

const SECRET = Array.from({ length: 32 }, (_, i) => i.toString(16).padStart(2, '0')).join('')
const SEAL = bytesToHex(sha256(hexToBytes(SECRET)))
const OUTCOMES: [string, number][] = [
  ['a', 1],
  ['b', 3],
  ['c', 2],
]

const stored = new Map<string, string>()
vi.mock('./storage', () => ({
  load: (name: string) => stored.get(name) ?? null,
  save: (name: string, value: string) => void stored.set(name, value),
}))
beforeEach(() => stored.clear())

const table = (phase: TableSent['phase'], contributions: string[], seated = [0], seal = SEAL): TableSent =>
  ({ code: 'code', phase, seated, deal: { seal, contributions, rematch: '' } }) as unknown as TableSent

/** An honest game with some draws. */
function honest(contributions: string[]): DealCheckSent {
  const seed = seedOf(SECRET, 'terres', contributions)
  const draws = Array.from({ length: 20 }, (_, n) => {
    const draw = { step: n, label: `card ${n}`, outcomes: OUTCOMES, drawn: '' }
    return { ...draw, drawn: outcomeOf(seed, draw) }
  })
  return { game: 'terres', seats: ['A', 'B'], day: '', seal: SEAL, secret: SECRET, contributions, draws }
}

const kinds = (sent: DealCheckSent): string[] => checkDeal(sent, keptDeal('code')).faults.map((fault) => fault.kind)

test('seed and draws are those of the server', () => {
  const seed = seedOf(SECRET, 'terres', ['ab'.repeat(32), ''])
  expect(bytesToHex(seed)).toBe('232628b69ca7beafc2b8ce65d40658c88b09bfed2eb0815c807dd65783ca6d6e')
  // 10723189307695443207 and 17745776105656069380, mod 6
  expect(outcomeOf(seed, { step: 0, label: 'card 0', outcomes: OUTCOMES, drawn: '' })).toBe('b')
  expect(outcomeOf(seed, { step: 0, label: 'card 1', outcomes: OUTCOMES, drawn: '' })).toBe('a')
})

test('a browser adds to the deal once, and an honest game verifies', () => {
  const own = meetDeal(table('lobby', ['', '']))
  expect(own).toMatch(/^[0-9a-f]{64}$/)
  expect(meetDeal(table('lobby', ['', '']))).toBe(own)
  expect(meetDeal(table('lobby', [own, '']))).toBe('')
  expect(meetDeal(table('playing', [own, '']))).toBe('')
  expect(checkDeal(honest([own, '']), keptDeal('code'))).toEqual({
    state: 'sealed',
    same: 20,
    draws: 20,
    contributors: 1,
    faults: [],
  })
})

test('every kind of fraud is named', () => {
  const own = meetDeal(table('lobby', ['', '']))
  meetDeal(table('lobby', [own, '']))
  const other = 'ab'.repeat(32)
  meetDeal(table('playing', [own, other]))
  const sent = honest([own, other])
  expect(kinds(sent)).toEqual([])
  expect(kinds(honest(['', other]))).toEqual(['left_out'])
  expect(kinds(honest([own, 'cd'.repeat(32)]))).toEqual(['contribution'])
  expect(kinds({ ...sent, seal: '00'.repeat(32) })).toEqual(['seal', 'secret'])
  const swapped = sent.draws.map((draw, i) => (i === 7 ? { ...draw, drawn: draw.drawn === 'a' ? 'b' : 'a' } : draw))
  expect(checkDeal({ ...sent, draws: swapped }, keptDeal('code')).faults).toMatchObject([
    { kind: 'draw', number: 8, step: 7 },
  ])
  const twice = sent.draws.map((draw, i) => (i === 7 ? { ...sent.draws[0]!, step: 7 } : draw))
  expect(kinds({ ...sent, draws: twice })).toEqual(['draw'])
  const unsorted = sent.draws.map((draw, i) => (i === 7 ? { ...draw, outcomes: [...OUTCOMES].reverse() } : draw))
  expect(kinds({ ...sent, draws: unsorted })).toEqual(['draw'])
})

test('a contribution that the table confirmed, but the game began without, was left out', () => {
  const own = meetDeal(table('lobby', ['', '']))
  meetDeal(table('lobby', [own, '']))
  meetDeal(table('playing', ['', 'ab'.repeat(32)]))
  expect(kinds(honest(['', 'ab'.repeat(32)]))).toEqual(['left_out'])
})

test('a contribution that came too late, or of a seat that was left, accuses nobody', () => {
  meetDeal(table('lobby', ['', '']))
  meetDeal(table('playing', ['', '']))
  expect(kinds(honest(['', '']))).toEqual([])
  stored.clear()
  const own = meetDeal(table('lobby', ['', '']))
  meetDeal(table('lobby', [own, '']))
  meetDeal(table('lobby', ['', ''], []))
  meetDeal(table('playing', ['', ''], []))
  expect(kinds(honest(['', '']))).toEqual([])
})

test('a game that was created with another seal than the published one is found', () => {
  const own = contribution('11'.repeat(32))
  linkDeal('11'.repeat(32), 'code')
  meetDeal(table('playing', [own, '']))
  expect(kinds(honest([own, '']))).toEqual(['seal'])
})

test('a deal without seal or secret cannot be checked', () => {
  expect(checkDeal({ ...honest(['', '']), seal: '', secret: '' }, undefined).state).toBe('unsealed')
  expect(checkDeal({ ...honest(['', '']), secret: '' }, undefined).state).toBe('closed')
  expect(meetDeal(table('over', ['', '']))).toBe('')
  expect(keptDeal('code')).toBeUndefined()
})
