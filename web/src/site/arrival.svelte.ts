/** Loading progress of the site's engine. */
import type { StartError } from './protocol'

class Arrival {
  ready = $state(false)
  bytes = $state(0)
  total = $state(0)
  startError = $state<StartError | null>(null)
  /** this browser has no persistent storage */
  forgets = $state(false)
  /** the last change could not be saved */
  full = $state(false)
  /** a newer version of the site is installed */
  renewed = $state(false)
}

export const arrival = new Arrival()
