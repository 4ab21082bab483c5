/** What every drawing accepts. Without size it fills its container; inside another svg, place it by x,y or by its centre cx,cy. */
export interface ArtProps {
  size?: number
  x?: number
  y?: number
  cx?: number
  cy?: number
  /** spoken name; without it the drawing is decoration */
  label?: string
  class?: string
}

/** What a plain sign accepts besides. */
export interface SignProps extends ArtProps {
  fill?: string
  /** degrees */
  turn?: number
}

/** A flat shape of a scene. */
export interface Shape {
  d: string
  fill?: string
  stroke?: string
  width?: number
  opacity?: number
}
