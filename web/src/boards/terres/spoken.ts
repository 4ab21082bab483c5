import { say, t } from '../../lib/settings.svelte'
import type { SeatSent, TerresGroundShown, TerresSideShown } from '../../wire'
import { cardName, groundName } from './names'
import type { Seating } from './table'

/** A territory in words, for those who do not see it. */
export function spoken(ground: TerresGroundShown, seats: readonly SeatSent[], at: Seating): string {
  const leader = seats[ground.leader]
  return t(leader ? 'page.terres.spoken' : 'page.terres.spoken_tied', {
    ground: groundName(ground.id),
    points: ground.token,
    mine: ground.sides[at.mine]?.force ?? 0,
    theirs: ground.sides[at.other]?.force ?? 0,
    first: seats[at.mine]?.name ?? '',
    second: seats[at.other]?.name ?? '',
    leader: leader?.name ?? '',
    cards: ground.cards,
    capacity: ground.capacity,
  })
}

/** The wolves of one side, in words. */
export function cardList(side: TerresSideShown | undefined): string {
  if (!side) return ''
  const lone = side.lone.length + side.stray
  const words = side.cards.map((card) => say(cardName(card)))
  return (lone ? [...words, t('page.terres.lone_count', { number: lone })] : words).join(', ')
}
