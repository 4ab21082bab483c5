import { CLAW_IDS } from '../../art/terres/terres'
import { phrase } from '../../lib/catalogue'
import type { TerresShown, TerresSideShown } from '../../wire'
import type { GameBoard } from '../contract'
import { counted } from '../facts'
import Board from './Board.svelte'
import Drawn from './Drawn.svelte'
import Mark from './TextIcon.svelte'
import { cardName, groundName } from './names'
import Own from './Own.svelte'
import Strip from './Strip.svelte'
import ScoreSheet from './ScoreSheet.svelte'
import { moments, type Trick } from './trick'

const DRAWN = /^(card|ground|claw|slot)\./

const terres: GameBoard<TerresShown, Trick | null> = {
  layout: 'wide',
  Board,
  Own,
  Strip,
  ScoreSheet,
  Mark,
  Drawn,
  legend: [
    'value.2',
    'value.3',
    'lone',
    'force',
    'score.token',
    'score.full_moon',
    'score.red_moon',
    'trump',
    'slot',
    'border',
    ...CLAW_IDS.map((id) => `claw.${id}`),
    'claw.hidden',
  ],
  scoreLayout: 'sides',
  draws: (place) => DRAWN.test(place),
  question: (chosen) => {
    const card = chosen[0]
    return card?.startsWith('card.')
      ? phrase('page.terres.where', { card: cardName(card.slice('card.'.length)) })
      : null
  },
  back: 'page.terres.other_card',
  telling: {
    opens: ['leads', 'follows', 'cannot_follow'],
    clause: (kind) => `page.terres.did.${kind}`,
    actions: ['leads', 'follows', 'cannot_follow', 'reveals', 'takes', 'takes_hidden', 'places', 'places_on_border'],
    details: [
      'wins',
      'turns_lone',
      'no_claw_left',
      'no_slot_left',
      'claw_stays',
      'wolf_joins',
      'no_room',
      'token_turned',
    ],
    places: /^ground\./,
    path: ({ kind, data, seat }) => {
      switch (kind) {
        case 'leads':
        case 'follows':
        case 'cannot_follow':
          return [`card.${data.card}|ground.${data.ground}`]
        case 'reveals':
        case 'takes':
        case 'takes_hidden':
          return [`claw.${data.ground}.${data.place - 1}`]
        case 'places':
          return [`slot.${seat}.${data.slot - 1}|ground.${data.ground}`]
        default:
          return null
      }
    },
  },
  remarks: (shown, seat) => {
    const follows = shown.now?.led && !shown.now.followed && shown.now.leader !== seat
    const open = shown.grounds.filter((ground) => !ground.moon && ground.cards < ground.capacity)
    return [
      ...(follows && !shown.hands[seat]?.wins.length ? [phrase('page.terres.remark.loses')] : []),
      ...open
        .filter((ground) => ground.centre.length === 1)
        .map((ground) => phrase('page.terres.remark.last_claw', { ground: groundName(ground.id) })),
      ...open
        .filter((ground) => ground.cards === ground.capacity - 1)
        .map((ground) => phrase('page.terres.remark.last_place', { ground: groundName(ground.id) })),
    ]
  },
  note: (shown, seat) => {
    const cards = shown.hands[seat]?.held ?? 0
    if (cards) return phrase('page.terres.cards', { cards })
    return phrase('page.terres.grounds', { grounds: shown.grounds.filter((ground) => ground.leader === seat).length })
  },
  progress: (shown) => ({ now: shown.trick, of: phrase('page.terres.tricks', { tricks: shown.tricks }) }),
  moments,
  chapter: { opens: ['leads'], heading: (number) => phrase('page.terres.trick', { number }) },
  bright: ['full_moon', 'red_moon'],
  facts: (shown, events, seats) => {
    const lone = (side: TerresSideShown | undefined): number => (side?.lone.length ?? 0) + (side?.stray ?? 0)
    return [
      { label: phrase('page.terres.tricks_won'), values: counted(events, seats, 'wins') },
      {
        label: phrase('page.terres.lone_wolves'),
        values: shown.hands.map((_, seat) => shown.grounds.reduce((sum, ground) => sum + lone(ground.sides[seat]), 0)),
      },
    ]
  },
}

export default terres
