import { say, t } from '../../lib/settings.svelte'
import type { SceneSent, SeatSent, WildlifeShown } from '../../wire'
import { speciesName } from './names'

/** Names the viewer knows: the seats, oneself as "you". */
export class Who {
  constructor(
    readonly scene: SceneSent,
    readonly shown: WildlifeShown,
    readonly seats: readonly SeatSent[],
  ) {}

  name(seat: number): string {
    return seat === this.scene.seat ? t('page.you') : (this.seats[seat]?.name ?? '')
  }

  species(seat: number): string {
    return this.shown.players[seat]?.species ?? ''
  }

  /** The species in words, for those who do not see the piece. */
  kind(seat: number): string {
    const species = this.species(seat)
    return species ? say(speciesName(species)) : ''
  }
}
