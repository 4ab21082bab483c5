/** View state shared by the map and the rail. */
export type Layer = 'pieces' | 'grounds' | 'colonies'

/** Delay in milliseconds between rows of a general scoring. */
export const ROW = 260

export class ViewState {
  layer = $state<Layer>('pieces')
  /** step of the general scoring that is shown; -1: none */
  step = $state(-1)
  /** zoom chosen by the viewer on a phone; null: as the question needs */
  zoom = $state<boolean | null>(null)
  /** the last question was about cells */
  near = $state(false)
  zoomed = $derived(this.zoom ?? this.near)

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
