import AventurePicture from './AventurePicture.svelte'
import ClanPicture from './ClanPicture.svelte'
import TerresPicture from './TerresPicture.svelte'
import TracesPicture from './TracesPicture.svelte'
import WildlifePicture from './WildlifePicture.svelte'

/** The picture of each game, by its id. */
export const PICTURES = {
  terres: TerresPicture,
  aventure: AventurePicture,
  clan: ClanPicture,
  wildlife: WildlifePicture,
  traces: TracesPicture,
}
