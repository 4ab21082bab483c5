import { settings } from '../../lib/settings.svelte'
import type { ArtProps } from '../types'

/** Suits and territories, in the order of the board. */
export const SUITS = ['noir', 'orange', 'vert', 'bleu', 'rouge'] as const
export type Suit = (typeof SUITS)[number]

export const TERRITORIES = ['cavernes', 'vallees', 'forets', 'sommets', 'crateres'] as const
export type Territory = (typeof TERRITORIES)[number]

export const CLAW_IDS = [
  'force_par_loup',
  'force_3',
  'loup_solitaire',
  'retourne_pv',
  'pv_par_loup',
  'pv_par_solitaire',
  'pv_par_visible',
  'pv_par_petit',
  'pv_si_conquis',
] as const
export type ClawId = (typeof CLAW_IDS)[number]

export interface ClawProps extends ArtProps {
  /** null: face down */
  claw: ClawId | null
}

export type CardValue = 2 | 3 | 4 | 5 | 6 | 7

export const suitOf = (t: Territory): Suit => SUITS[TERRITORIES.indexOf(t)] ?? 'noir'

/** Outlines of the suit glyphs, 24 x 24; `hole` is drawn in the ground's colour. */
export const GLYPHS: Record<Suit, { d: string; hole?: string; evenodd?: boolean }> = {
  noir: {
    d: 'M3 21V13A9 9.5 0 0 1 21 13V21H16.5V15A4.5 5 0 0 0 7.5 15V21Z',
    hole: 'M10.6 3.4L12 8L13.4 3.4Z',
  },
  orange: {
    d: 'M16 7a4 4 0 1 1-8 0a4 4 0 1 1 8 0ZM2 15C6 10.5 9 10.5 12 13.5C15 16.5 18 16.5 22 12.5V16C18 20 15 20 12 17C9 14 6 14 2 18.5ZM2 21.5C6 17 9 18 12 20C15 22 18 22 22 19V22H2Z',
  },
  vert: { d: 'M12 1.5L17 9H14.6L19 15.5H13.4V22.5H10.6V15.5H5L9.4 9H7Z' },
  bleu: {
    d: 'M1.5 21L9.5 4L13.2 12L15.6 8.4L22.5 21ZM9.5 8.6L7.4 13L9.4 12.2L11.2 13.4L11.6 12.8Z',
    evenodd: true,
  },
  rouge: {
    d: 'M12 1C13 5.5 18.8 8.5 18.8 14.8A6.8 7.2 0 0 1 5.2 14.8C5.2 11.2 7.4 9.6 8.4 6.8C9.8 8 10.2 9.2 10.2 10.6C12 8.6 12.8 4.8 12 1Z',
  },
}

interface ClawFace {
  ring: 'force' | 'points' | 'effect'
  sign: 'fang' | 'star' | null
  /** which wolves the claw counts, or the condition for its points */
  counts: 'any' | 'lone' | 'visible' | 'small' | 'conquered' | null
}

/** the wolf mark for each kind of counted wolves */
export const COUNTED = { any: 'half', lone: 'hollow', visible: 'full' } as const

const CLAWS: Record<ClawId, ClawFace> = {
  force_par_loup: { ring: 'force', sign: 'fang', counts: 'any' },
  force_3: { ring: 'force', sign: 'fang', counts: null },
  loup_solitaire: { ring: 'effect', sign: null, counts: null },
  retourne_pv: { ring: 'effect', sign: 'star', counts: null },
  pv_par_loup: { ring: 'points', sign: 'star', counts: 'any' },
  pv_par_solitaire: { ring: 'points', sign: 'star', counts: 'lone' },
  pv_par_visible: { ring: 'points', sign: 'star', counts: 'visible' },
  pv_par_petit: { ring: 'points', sign: 'star', counts: 'small' },
  pv_si_conquis: { ring: 'points', sign: 'star', counts: 'conquered' },
}

/** What is drawn on a claw, with its number from the figures of the table's box; null: face down. */
export function clawFace(claw: ClawId | null): (ClawFace & { amount: string; colour: string }) | null {
  if (!claw) return null
  const numbered = claw !== 'loup_solitaire' && claw !== 'retourne_pv'
  const amount = numbered ? `+${settings.words.figure(`terres.claw_values.${claw}`)}` : ''
  return { ...CLAWS[claw], amount, colour: `var(--token-${CLAWS[claw].ring})` }
}
