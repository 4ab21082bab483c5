/** How far the engine of a site has come. */
import type { Trouble } from './told'

class Arrival {
  ready = $state(false)
  bytes = $state(0)
  total = $state(0)
  trouble = $state<Trouble | null>(null)
  /** this browser keeps nothing when the page is closed */
  forgets = $state(false)
  /** the last thing that happened could not be kept */
  full = $state(false)
  /** a newer version of the site is here */
  renewed = $state(false)
}

export const arrival = new Arrival()
