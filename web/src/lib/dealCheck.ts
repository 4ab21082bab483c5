/** Checks a sealed deal in the browser: the same computation as `meute verify`. */
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { DealCheckSent, DrawSent } from '../wire'
import type { StoredDeal } from './deal'

export type FaultKind = 'secret' | 'draw' | 'seal' | 'left_out' | 'contribution'

/** Something wrong; `number` counts draws or seats from 1. */
export interface Fault {
  kind: FaultKind
  number: number
  step: number
  found: string
  expected: string
}

export interface DealCheck {
  /** closed: the secret is not revealed yet; unsealed: the game was dealt without a seal */
  state: 'sealed' | 'closed' | 'unsealed'
  same: number
  draws: number
  contributors: number
  faults: Fault[]
}

const NUMBER_DIGITS = 16

/** The seed: the HMAC, keyed by the secret, of the game and every seat's contribution. */
export function seedOf(secret: string, game: string, contributions: readonly string[]): Uint8Array {
  const lines = ['meute deal 1', game, ...contributions.map((one) => one || 'none')]
  return hmac(sha256, hexToBytes(secret), utf8ToBytes(lines.join('\n')))
}

/** The outcome of a draw; empty if the draw itself is malformed. */
export function outcomeOf(seed: Uint8Array, { label, outcomes }: DrawSent): string {
  const ordered = outcomes.every(([text, weight], i) => weight > 0 && (outcomes[i - 1]?.[0] ?? '') < text)
  if (!ordered) return ''
  const number = BigInt(`0x${bytesToHex(hmac(sha256, seed, utf8ToBytes(label))).slice(0, NUMBER_DIGITS)}`)
  let left = number % BigInt(outcomes.reduce((sum, [, weight]) => sum + weight, 0))
  for (const [text, weight] of outcomes) {
    left -= BigInt(weight)
    if (left < 0n) return text
  }
  return ''
}

/** What differs from what this browser stored before the game. */
function compare(sent: DealCheckSent, stored: StoredDeal): Fault[] {
  const faults: Fault[] = []
  const fault = (kind: FaultKind, number: number, found: string, expected: string): void =>
    void faults.push({ kind, number, step: 0, found, expected })
  if (stored.seal !== sent.seal) fault('seal', 0, sent.seal, stored.seal)
  stored.contributions.forEach((expected, seat) => {
    const found = sent.contributions[seat] ?? ''
    if (expected && found !== expected) fault(found ? 'contribution' : 'left_out', seat + 1, found, expected)
  })
  if (
    stored.own &&
    stored.confirmed &&
    stored.contributions.length &&
    ![...sent.contributions, ...stored.contributions].includes(stored.own)
  )
    fault('left_out', 0, '', stored.own)
  return faults
}

/** Deals again and compares every outcome; `stored` is what this browser stored before the game. */
export function checkDeal(sent: DealCheckSent, stored: StoredDeal | undefined): DealCheck {
  const faults = stored ? compare(sent, stored) : []
  const contributors = sent.contributions.filter(Boolean).length
  const found = { same: 0, draws: sent.draws.length, contributors, faults }
  if (!sent.seal) return { ...found, state: 'unsealed' }
  if (!sent.secret) return { ...found, state: 'closed' }
  if (bytesToHex(sha256(hexToBytes(sent.secret))) !== sent.seal)
    faults.push({ kind: 'secret', number: 0, step: 0, found: sent.secret, expected: sent.seal })
  const seed = seedOf(sent.secret, sent.game, sent.contributions)
  const labels = new Set<string>()
  sent.draws.forEach((draw, i) => {
    const expected = labels.has(draw.label) ? '' : outcomeOf(seed, draw)
    labels.add(draw.label)
    if (draw.drawn === expected) found.same += 1
    else faults.push({ kind: 'draw', number: i + 1, step: draw.step, found: draw.drawn, expected })
  })
  return { ...found, state: 'sealed' }
}
