import { pine } from '../draw'
import { HEAD } from '../common/shapes'

/** Icons in the order in which they are always listed, also in sentences. */
export const ICONS = [
  'foret',
  'ville',
  'chateau',
  'chasseuse',
  'louvette',
  'loups',
  'villageois',
  'soldats',
  'parents',
] as const
export type StoryIcon = (typeof ICONS)[number]

/** The plate's shape says the family: places square, townspeople round, the wild hexagonal. */
export type Family = 'place' | 'people' | 'wild'
export const FAMILY: Record<StoryIcon, Family> = {
  foret: 'place',
  ville: 'place',
  chateau: 'place',
  chasseuse: 'wild',
  louvette: 'wild',
  loups: 'wild',
  villageois: 'people',
  soldats: 'people',
  parents: 'people',
}

export const PLATES: Record<Family, string> = {
  place: 'M17 1H83Q99 1 99 17V83Q99 99 83 99H17Q1 99 1 83V17Q1 1 17 1Z',
  people: 'M50 1A49 49 0 1 1 50 99A49 49 0 1 1 50 1Z',
  wild: 'M50 1L93 26V74L50 99L7 74V26Z',
}

/** share of the plate the glyph takes */
export const GLYPH_SCALE: Record<Family, number> = { place: 0.74, people: 0.62, wild: 0.58 }

/** `d` in cream, then `hole` in the plate's colour, then `over` in cream; `lines` are strokes: outline and width. */
export interface IconGlyph {
  d?: string
  hole?: string
  over?: string
  lines?: readonly (readonly [string, number])[]
}

export const GLYPHS: Record<StoryIcon, IconGlyph> = {
  foret: { d: pine(50, 90, 82) },
  ville: {
    d: 'M8 88V50L32 22L56 50V88ZM60 88V62L54 54L72 34L94 56V88Z',
    hole: 'M24 88V68H40V88ZM70 62H82V74H70ZM26 46h12v11h-12z',
  },
  chateau: {
    d: 'M14 90V30H28V40H42V30H58V40H72V30H86V90H62V72A12 12 0 0 0 38 72V90ZM48 30V6L74 13L53 20V30Z',
    hole: 'M26 50h8v12h-8zM66 50h8v12h-8z',
  },
  chasseuse: {
    lines: [
      ['M40 6C84 20 84 80 40 94', 10],
      ['M40 6L28 50L40 94', 4.5],
      ['M8 50H82', 7],
    ],
    over: 'M98 50L76 37V63ZM4 38L20 50L4 62L14 50Z',
  },
  louvette: {
    d: 'M12 6L36 20L50 14L64 20L88 6L87 32L98 46L88 54L97 70L83 73L86 92L68 86L50 97L32 86L14 92L17 73L3 70L12 54L2 46L13 32Z',
    hole: 'M28 50L38 42L42 50L50 38L58 50L62 42L72 50C74 68 64 80 50 80C36 80 26 68 28 50Z',
    over: 'M36.4 60a4.6 4.6 0 1 1 9.2 0a4.6 4.6 0 1 1 -9.2 0ZM54.4 60a4.6 4.6 0 1 1 9.2 0a4.6 4.6 0 1 1 -9.2 0Z',
  },
  loups: { d: HEAD, hole: 'M24 48L44 58L37 64L28 59ZM76 48L56 58L63 64L72 59ZM42 80H58L50 89Z' },
  villageois: {
    d: 'M6 40Q28 46 50 46Q72 46 94 40L72 31L66 10Q50 4 34 10L28 31ZM32 51Q50 55 68 51V58Q66 74 50 74Q34 74 32 58ZM10 96Q12 76 34 76L50 86L66 76Q88 76 90 96Z',
  },
  soldats: {
    d: 'M50 4C78 6 88 28 88 52V92H64V62H76V52H56V92H44V52H24V62H36V92H12V52C12 28 22 6 50 4Z',
    hole: 'M47 8h6v36h-6z',
  },
  parents: {
    d: 'M55 24a18 18 0 1 1 -36 0a18 18 0 1 1 36 0ZM4 94C4 62 14 47 37 47C54 47 62 54 66 64C52 70 48 80 47 94ZM88 62a13 13 0 1 1 -26 0a13 13 0 1 1 26 0ZM53 96C53 84 60 79 75 79C90 79 97 84 97 96Z',
  },
}

export type Goal =
  | { kind: 'shape'; cells: readonly { row: number; col: number; icon: StoryIcon }[] }
  | { kind: 'arrow' | 'arrow_none'; icon: StoryIcon }
  | { kind: 'double' | 'double_arrow'; pair: readonly [StoryIcon, StoryIcon] }
  | { kind: 'balance'; left: readonly StoryIcon[]; right: readonly StoryIcon[] }

/** Whether a goal scores each time it is met, not just once. */
export const eachTime = (goal: Goal): boolean => goal.kind !== 'arrow_none' && goal.kind !== 'balance'
