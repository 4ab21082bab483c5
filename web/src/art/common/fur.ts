/** Coats: the body, its shade, its light, the eye. */
export interface Fur {
  base: string
  shade: string
  light: string
  eye: string
}

export const FURS = {
  noir: { base: '#4a4656', shade: '#25222d', light: '#bdb6cc', eye: '#ffe08a' },
  orange: { base: '#c9803d', shade: '#7a4218', light: '#f6d9a8', eye: '#2a1608' },
  vert: { base: '#5f8f5a', shade: '#2c4d33', light: '#d6e6b4', eye: '#ffe08a' },
  bleu: { base: '#7ba7cf', shade: '#345b86', light: '#eaf5fb', eye: '#12304d' },
  rouge: { base: '#b9523f', shade: '#641f1b', light: '#f4c3a4', eye: '#ffe08a' },
  gris: { base: '#8d96a0', shade: '#4a535d', light: '#e6e7e2', eye: '#ffd36b' },
  bot: { base: '#6e7278', shade: '#3d4147', light: '#f6f3ea', eye: '#ffcf5a' },
  creme: { base: '#d8d2c4', shade: '#9a917f', light: '#fffdf6', eye: '#e0a83a' },
  charbon: { base: '#3b3d45', shade: '#1d1e24', light: '#8f8f99', eye: '#ffd36b' },
  fauve: { base: '#b98a5b', shade: '#6e472a', light: '#fbe9cb', eye: '#ffcf6a' },
  sable: { base: '#a39484', shade: '#5f5245', light: '#efe6d8', eye: '#ffd36b' },
  bois: { base: '#8a6546', shade: '#5a3f2a', light: '#d9b083', eye: '#ffe9b0' },
} as const satisfies Record<string, Fur>

export type FurName = keyof typeof FURS

/** cub: wide ears, round eyes; scar: bared teeth and a scar */
export type Mood = 'cub' | 'calm' | 'teeth' | 'scar'

/** From the youngest bot to the strongest. */
export const BOT_MOODS = ['cub', 'calm', 'teeth', 'scar'] as const satisfies readonly Mood[]
