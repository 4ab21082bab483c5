/** Sealed deals: what this browser adds to them, and what it stores to check them later. */
import type { TableSent } from '../wire'
import { load, save } from './localStorage'

/** What this browser has stored of a deal. */
export interface StoredDeal {
  seal: string
  /** the table; empty as long as it is not known */
  code: string
  /** what this browser added; empty: nothing */
  own: string
  /** whether the table has shown that it has it */
  confirmed: boolean
  /** each seat's contribution, as published when the game began; empty before */
  contributions: string[]
  /** when this browser first saw the seal, in milliseconds */
  at: number
}

const STORED = 'deals'
const MOST = 100
const BYTES = 32

/** Random bytes as hexadecimal digits; `randomUUID` exists only in secure contexts (https or localhost). */
export function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
}

/** The stored deals, oldest first; none if they cannot be read. */
function storedDeals(): StoredDeal[] {
  try {
    const found: unknown = JSON.parse(load(STORED) ?? '[]')
    return Array.isArray(found) ? (found as StoredDeal[]) : []
  } catch {
    return []
  }
}

function store(seal: string, changes: Partial<StoredDeal>): StoredDeal {
  const deals = storedDeals()
  const known = deals.find((deal) => deal.seal === seal)
  const deal = {
    ...(known ?? { seal, code: '', own: '', confirmed: false, contributions: [], at: Date.now() }),
    ...changes,
  }
  save(STORED, JSON.stringify([...deals.filter((other) => other !== known), deal].slice(-MOST)))
  return deal
}

/** What this browser has stored of a table's deal. */
export const storedDeal = (code: string): StoredDeal | undefined => storedDeals().find((deal) => deal.code === code)

/** What this browser adds to the deal of a seal: random, and the same each time. */
export function contribution(seal: string): string {
  return storedDeals().find((deal) => deal.seal === seal)?.own || store(seal, { own: randomHex(BYTES) }).own
}

/** Remembers that the game of a table was created with this seal, and with what this browser added to it. */
export const attachDeal = (seal: string, code: string): void => void store(seal, { code, confirmed: true })

/** Stores what a table publishes of its deal: the first seal, and the first contributions after the start. Returns what
 * this browser still has to add in the lobby, else an empty text. */
export function joinDeal({ code, deal, phase, seated }: TableSent): string {
  if (!deal || phase === 'over') return ''
  const known = storedDeal(code) ?? store(deal.seal, { code })
  const seat = seated[0]
  if (phase === 'playing') {
    if (!known.contributions.length)
      store(known.seal, { contributions: deal.contributions, own: seat === undefined ? '' : known.own })
    return ''
  }
  const confirmed = seat !== undefined && Boolean(known.own) && deal.contributions[seat] === known.own
  if (confirmed !== known.confirmed) store(known.seal, { confirmed })
  return seat !== undefined && !deal.contributions[seat] ? contribution(known.seal) : ''
}
