import { beforeEach, expect, test, vi } from 'vitest'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { DealCheckSent, TableSent } from '../wire'
import { contribution, storedDeal, attachDeal, joinDeal } from './deal'
import { checkDeal, outcomeOf, seedOf } from './dealCheck'

const SECRET = Array.from({ length: 32 }, (_, i) => i.toString(16).padStart(2, '0')).join('')
const SEAL = bytesToHex(sha256(hexToBytes(SECRET)))
const OUTCOMES: [string, number][] = [
  ['a', 1],
  ['b', 3],
  ['c', 2],
]

const stored = new Map<string, string>()
vi.mock('./localStorage', () => ({
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

const kinds = (sent: DealCheckSent): string[] => checkDeal(sent, storedDeal('code')).faults.map((fault) => fault.kind)

test('seed and draws are those of the server', () => {
  const seed = seedOf(SECRET, 'terres', ['ab'.repeat(32), ''])
  expect(bytesToHex(seed)).toBe('232628b69ca7beafc2b8ce65d40658c88b09bfed2eb0815c807dd65783ca6d6e')
  // 10723189307695443207 and 17745776105656069380, mod 6
  expect(outcomeOf(seed, { step: 0, label: 'card 0', outcomes: OUTCOMES, drawn: '' })).toBe('b')
  expect(outcomeOf(seed, { step: 0, label: 'card 1', outcomes: OUTCOMES, drawn: '' })).toBe('a')
})

test('a browser adds to the deal once, and an honest game verifies', () => {
  const own = joinDeal(table('lobby', ['', '']))
  expect(own).toMatch(/^[0-9a-f]{64}$/)
  expect(joinDeal(table('lobby', ['', '']))).toBe(own)
  expect(joinDeal(table('lobby', [own, '']))).toBe('')
  expect(joinDeal(table('playing', [own, '']))).toBe('')
  expect(checkDeal(honest([own, '']), storedDeal('code'))).toEqual({
    state: 'sealed',
    same: 20,
    draws: 20,
    contributors: 1,
    faults: [],
  })
})

test('every kind of fraud is named', () => {
  const own = joinDeal(table('lobby', ['', '']))
  joinDeal(table('lobby', [own, '']))
  const other = 'ab'.repeat(32)
  joinDeal(table('playing', [own, other]))
  const sent = honest([own, other])
  expect(kinds(sent)).toEqual([])
  expect(kinds(honest(['', other]))).toEqual(['left_out'])
  expect(kinds(honest([own, 'cd'.repeat(32)]))).toEqual(['contribution'])
  expect(kinds({ ...sent, seal: '00'.repeat(32) })).toEqual(['seal', 'secret'])
  const swapped = sent.draws.map((draw, i) => (i === 7 ? { ...draw, drawn: draw.drawn === 'a' ? 'b' : 'a' } : draw))
  expect(checkDeal({ ...sent, draws: swapped }, storedDeal('code')).faults).toMatchObject([
    { kind: 'draw', number: 8, step: 7 },
  ])
  const twice = sent.draws.map((draw, i) => (i === 7 ? { ...sent.draws[0]!, step: 7 } : draw))
  expect(kinds({ ...sent, draws: twice })).toEqual(['draw'])
  const unsorted = sent.draws.map((draw, i) => (i === 7 ? { ...draw, outcomes: [...OUTCOMES].reverse() } : draw))
  expect(kinds({ ...sent, draws: unsorted })).toEqual(['draw'])
})

test('a contribution that the table confirmed, but the game began without, was left out', () => {
  const own = joinDeal(table('lobby', ['', '']))
  joinDeal(table('lobby', [own, '']))
  joinDeal(table('playing', ['', 'ab'.repeat(32)]))
  expect(kinds(honest(['', 'ab'.repeat(32)]))).toEqual(['left_out'])
})

test('a contribution that came too late, or of a seat that was left, accuses nobody', () => {
  joinDeal(table('lobby', ['', '']))
  joinDeal(table('playing', ['', '']))
  expect(kinds(honest(['', '']))).toEqual([])
  stored.clear()
  const own = joinDeal(table('lobby', ['', '']))
  joinDeal(table('lobby', [own, '']))
  joinDeal(table('lobby', ['', ''], []))
  joinDeal(table('playing', ['', ''], []))
  expect(kinds(honest(['', '']))).toEqual([])
})

test('a game that was created with another seal than the published one is found', () => {
  const own = contribution('11'.repeat(32))
  attachDeal('11'.repeat(32), 'code')
  joinDeal(table('playing', [own, '']))
  expect(kinds(honest([own, '']))).toEqual(['seal'])
})

test('a deal without seal or secret cannot be checked', () => {
  expect(checkDeal({ ...honest(['', '']), seal: '', secret: '' }, undefined).state).toBe('unsealed')
  expect(checkDeal({ ...honest(['', '']), secret: '' }, undefined).state).toBe('closed')
  expect(joinDeal(table('over', ['', '']))).toBe('')
  expect(storedDeal('code')).toBeUndefined()
})
