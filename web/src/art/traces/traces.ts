export const COLOURS = ['green', 'blue', 'black', 'yellow', 'orange', 'grey'] as const
export type Colour = (typeof COLOURS)[number]

/** Shape of a seat, about 30 wide, centre 0,0; `dy` lowers the letter to the shape's optical middle. */
export const SEATS: Record<Colour, { d: string; dy: number }> = {
  green: { d: 'M0 -15L15 11H-15Z', dy: 3 },
  blue: { d: 'M15 0L7.5 13H-7.5L-15 0L-7.5 -13H7.5Z', dy: 0 },
  black: { d: 'M-12.5 -12.5H12.5V12.5H-12.5Z', dy: 0 },
  yellow: { d: 'M0 -14A14 14 0 1 1 0 14A14 14 0 1 1 0 -14Z', dy: 0 },
  orange: { d: 'M0 -15.5L15.5 0L0 15.5L-15.5 0Z', dy: 0 },
  grey: { d: 'M0 -15L15 -3.5L9.5 13H-9.5L-15 -3.5Z', dy: 1 },
}

export type Phase = 'P' | '1' | '2' | '3' | '4' | '5' | 'M'
export const PHASES: readonly Phase[] = ['P', '1', '2', '3', '4', '5', 'M']
