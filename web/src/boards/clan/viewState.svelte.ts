/** View state shared by the map and the rail. */
import type { ClanShown, SceneSent } from '../../wire'

export type Tab = 'own' | 'tracks' | 'moon' | 'packs' | 'regions'

/** Identifies the question, also within a choice of several decisions. */
export const questionOf = (scene: SceneSent, shown: ClanShown): string => `${scene.step} ${shown.now?.step}`

export class ViewState {
  /** hovered terrain, on the map or among the tiles */
  terrain = $state('')
  /** selected region */
  region = $state('')
  /** control overlay on the map */
  control = $state(false)
  /** on a phone: the whole map is shown, until the next question */
  whole = $state(false)
  tab = $state<Tab>('own')
  /** pack whose board is open; -1: the viewer's own */
  pack = $state(-1)
  /** the last scoring is shown again */
  scoring = $state(false)
  /** the viewer's wolf whose reach is shown before a move, and the question during which it was selected */
  #reach = $state.raw({ wolf: '', question: '' })

  showReach(wolf: string, question: string): void {
    this.#reach = { wolf, question }
  }

  wolfAt(question: string): string {
    return this.#reach.question === question ? this.#reach.wolf : ''
  }

  toggleRegion(region: string): void {
    this.region = this.region === region ? '' : region
  }
}
