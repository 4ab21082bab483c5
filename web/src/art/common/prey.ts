import { disc } from '../draw'

export type PreyName = 'hare' | 'boar' | 'raccoon' | 'deer' | 'moose' | 'doe' | 'caribou'

interface PreyHead {
  d: string
  /** `marks` (filled) and `lines` (stroked) are drawn in the background colour */
  marks?: string
  lines?: string
  width?: number
  lights?: string
  tusks?: string
}

/** Heads seen from the front, box of 100. */
export const PREY_HEADS: Record<PreyName, PreyHead> = {
  hare: {
    d: 'M38 48C22 36 20 10 30 2C40 8 44 26 46 42L54 42C56 26 60 8 70 2C80 10 78 36 62 48C74 54 78 66 74 78C68 92 58 96 50 96C42 96 32 92 26 78C22 66 26 54 38 48Z',
    lines: 'M38 66h2M60 66h2M46 80h8l-4 4z',
    width: 5,
  },
  boar: {
    d: 'M16 8L36 22Q50 14 64 22L84 8L82 36L88 56L72 72L68 92H32L28 72L12 56L18 36Z',
    marks: 'M35 80a15 10 0 1 1 30 0a15 10 0 1 1 -30 0Z',
    lines: 'M32 46h6M62 46h6',
    width: 5,
    lights: disc(44, 80, 3) + disc(56, 80, 3),
    tusks: 'M26 76L20 56L32 68ZM74 76L80 56L68 68Z',
  },
  raccoon: {
    d: 'M14 14L34 26L66 26L86 14L88 42L98 58L82 68L64 84L50 92L36 84L18 68L2 58L12 42Z',
    marks: 'M12 50L36 46L46 58L34 66ZM88 50L64 46L54 58L66 66ZM44 78h12l-6 7z',
    lights: disc(36, 55, 3.4) + disc(64, 55, 3.4),
  },
  deer: {
    d: 'M50 46L43 42C40 30 30 26 24 28L14 16L20 16L18 2L26 16L30 4L34 20C40 24 44 32 46 40L54 40C56 32 60 24 66 20L70 4L74 16L82 2L80 16L86 16L76 28C70 26 60 30 57 42ZM40 46L24 44L34 56L40 58L44 86Q50 94 56 86L60 58L66 56L76 44L60 46L50 50Z',
    lines: 'M44 60h2M54 60h2M47 86h6',
  },
  moose: {
    d: 'M50 40C44 30 30 34 20 26L22 16L14 20L10 8L7 22L0 20C2 40 18 50 38 50L40 66L43 88Q50 98 57 88L60 66L62 50C82 50 98 40 100 20L93 22L90 8L86 20L78 16L80 26C70 34 56 30 50 40Z',
    lines: 'M44 80q6 5 12 0M43 58h3M54 58h3',
    width: 4,
  },
  doe: {
    d: 'M38 30Q50 22 62 30L92 16L78 44L64 46L60 72L57 88Q50 96 43 88L40 72L36 46L22 44L8 16Z',
    lines: 'M42 52h2M56 52h2M46 86h8',
    width: 5,
  },
  caribou: {
    d: 'M46 44C34 40 22 34 18 22C14 12 18 2 26 0C22 6 22 12 26 20L34 12L32 24C38 32 44 34 48 36L52 36C56 34 62 32 68 24L66 12L74 20C78 12 78 6 74 0C82 2 86 12 82 22C78 34 66 40 54 44L56 47L74 46L64 57L60 58L57 88Q50 96 43 88L40 58L36 57L26 46L44 47Z',
    lines: 'M44 62h2M54 62h2M46 88h8',
  },
}
