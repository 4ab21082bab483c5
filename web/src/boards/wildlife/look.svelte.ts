/** What the viewer looks at: shared by the map and the rail, and by nobody else. */
export type Layer = 'pieces' | 'grounds' | 'colonies'

/** Milliseconds from one row of a general scoring to the next, while it is told. */
export const ROW = 260

class Look {
  layer = $state<Layer>('pieces')
  /** step of the general scoring that is being read; -1 for none */
  step = $state(-1)
  /** the viewer's own wish on the phone; null: as the question needs it */
  zoom = $state<boolean | null>(null)

  toggle(layer: Layer): void {
    this.layer = this.layer === layer ? 'pieces' : layer
  }

  read(step: number): void {
    this.step = this.step === step ? -1 : step
  }

  close(): void {
    this.step = -1
  }
}

export const look = new Look()
