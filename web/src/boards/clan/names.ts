import { PACKS, type Pack, PREY, type Prey, TERRAINS, type Terrain } from '../../art/clan/clan'
import { called } from '../../ui/seats'
import { say, t } from '../../lib/settings.svelte'
import { phrase } from '../../lib/catalogue'
import type { ClanPieceShown, ClanShown, ClanSpaceShown, PhraseSent, SceneSent, SeatSent } from '../../wire'

/** The drawing of a ground; the box names the canyon differently. */
export function terrainOf(ground: string): Terrain {
  return ground === 'canyon' ? 'chasm' : (TERRAINS.find((name) => name === ground) ?? 'grass')
}

export const packOf = (faction: string): Pack => PACKS.find((name) => name === faction) ?? 'grass'
export const preyOf = (name: string): Prey => PREY.find((one) => one === name) ?? 'hare'

export const factionName = (faction: string): PhraseSent => phrase(`clan.faction.${faction}`, {}, `faction.${faction}`)
export const terrainName = (ground: string): PhraseSent => phrase(`clan.terrain.${ground}`, {}, `terrain.${ground}`)

/** Catalogue keys of what lies on a space. */
export function aboutSpace(space: ClanSpaceShown): string {
  const token = !space.token ? [] : space.token === 'lone_wolf' ? ['clan.kind.lone_wolf'] : [`clan.prey.${space.token}`]
  return [`clan.terrain.${space.ground}`, ...token, ...space.pieces.map((piece) => `clan.kind.${piece.kind}`)].join(' ')
}

/** Packs from the viewer's side. */
export class ClanNames {
  /** the viewed seat; the first one for spectators */
  readonly mine: number

  constructor(
    readonly scene: SceneSent,
    readonly shown: ClanShown,
    readonly seats: readonly SeatSent[],
    readonly me: number,
  ) {
    this.mine = Math.max(scene.seat, 0)
  }

  isPhantom(owner: number): boolean {
    return owner === this.shown.phantom
  }

  /** The phantom pack gets an unused colour and is drawn grey. */
  pack(owner: number): Pack {
    const faction = this.shown.packs[owner]?.faction
    if (faction) return packOf(faction)
    return PACKS.find((name) => !this.shown.packs.some((pack) => pack.faction === name)) ?? 'grass'
  }

  name(owner: number): string {
    if (this.isPhantom(owner)) return t('clan.phantom')
    return called(this.seats, owner, this.me)
  }

  piece(piece: ClanPieceShown): string {
    if (piece.owner < 0) return t(`clan.kind.${piece.kind}`)
    return t('page.clan.piece', { kind: t(`clan.kind.${piece.kind}`), who: this.name(piece.owner) })
  }

  /** A space in words: name, ground, and what lies there. */
  space(space: ClanSpaceShown): string {
    const words = [space.id.toUpperCase(), say(terrainName(space.ground))]
    if (space.token === 'lone_wolf') words.push(t('clan.kind.lone_wolf'))
    else if (space.token)
      words.push(t('page.clan.prey_stack', { prey: t(`clan.prey.${space.token}`), number: space.tokens }))
    return [...words, ...space.pieces.map((piece) => this.piece(piece))].join(', ')
  }
}
