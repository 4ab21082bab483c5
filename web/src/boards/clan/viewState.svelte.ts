/** View state shared by the map and the rail. */
export type Tab = 'own' | 'tracks' | 'moon' | 'packs' | 'regions'

class ViewState {
  /** the viewer's wolf whose reach is shown before a move */
  wolf = $state('')
  /** hovered terrain, on the map or among the tiles */
  terrain = $state('')
  /** selected region */
  region = $state('')
  /** control overlay on the map */
  control = $state(false)
  tab = $state<Tab>('own')
  /** pack whose board is open; -1: the viewer's own */
  pack = $state(-1)
  /** the last scoring is shown again */
  scoring = $state(false)
  /** places to pick one after another, as the questions come */
  wish = $state.raw<string[]>([])

  toggleRegion(region: string): void {
    this.region = this.region === region ? '' : region
  }
}

export const viewState = new ViewState()
