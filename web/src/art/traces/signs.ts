import { PREY_HEADS } from '../common/prey'
import { CLAWS, HEAD, SIT, STAR } from '../common/shapes'
import type { Phase } from './traces'

/** The sign of each phase, about 22 wide: scale it, then shift it, to stand on 0,0. */
export const SIGNS: Record<Phase, { d: string; k: number; x: number; y: number; line?: boolean }> = {
  P: { d: 'M-9 -8H9M-9 0H9M-9 8H3', k: 1, x: 0, y: 0, line: true },
  '1': { d: HEAD, k: 0.22, x: -11, y: -11 },
  '2': { d: PREY_HEADS.hare.d, k: 0.23, x: -11, y: -12 },
  '3': { d: PREY_HEADS.moose.d, k: 0.26, x: -13, y: -13 },
  '4': { d: SIT, k: 0.24, x: -8, y: -12 },
  '5': { d: CLAWS, k: 0.22, x: -11, y: -11 },
  M: { d: STAR, k: 1, x: -11, y: -11 },
}
