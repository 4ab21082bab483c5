/** Props of every drawing. Without size it fills its container; inside another svg, x,y or centre cx,cy place it. */
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

/** Additional props of a plain sign. */
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
