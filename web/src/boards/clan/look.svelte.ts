/** What the viewer looks at: shared by the map and the rail, and by nobody else. */
export type Tab = 'own' | 'tracks' | 'moon' | 'packs' | 'regions'

class Look {
  /** own wolf whose ways are shown before a move is chosen */
  wolf = $state('')
  /** terrain pointed at, on the map or among the tiles */
  terrain = $state('')
  /** region whose control is read */
  region = $state('')
  /** who leads each region, written on the map */
  control = $state(false)
  tab = $state<Tab>('own')
  /** pack whose board is read; -1: one's own */
  pack = $state(-1)
  /** the last scoring is read again */
  scoring = $state(false)
  /** places to choose one after the other, as the questions come */
  wish = $state.raw<string[]>([])

  toggleRegion(region: string): void {
    this.region = this.region === region ? '' : region
  }
}

export const look = new Look()
