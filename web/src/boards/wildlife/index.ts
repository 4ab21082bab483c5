import { ABILITIES, PLATES, type Species } from '../../art/wildlife/wildlife'
import { phrase } from '../../lib/catalogue'
import type { EventKinds, WildlifeShown } from '../../wire'
import type { GameBoard } from '../contract'
import { counted } from '../facts'
import Board from './Board.svelte'
import Drawn from './Drawn.svelte'
import Mark from './TextIcon.svelte'
import { cardName, speciesName, territoryName } from './names'
import Own from './Own.svelte'
import Strip from './Strip.svelte'
import ScoreSheet from './ScoreSheet.svelte'
import { moments, type Step } from './moments'

/** Places drawn by the board; the others are buttons in the prompt. */
const DRAWN =
  /^(cell|hand|laid|as|level|ability|player|board|bid)\.|^(use|sell|pass|defend|yield|food|mobility|attack|trade)$/

/** With at most this many seats, the bar has room for more. */
const ROOM = 4

const wildlife: GameBoard<WildlifeShown, Step> = {
  layout: 'tall',
  Board,
  Own,
  Strip,
  ScoreSheet,
  Mark,
  Drawn,
  legend: [
    'level.move',
    'level.reproduce',
    'level.attack',
    'card.forest',
    'card.wheel',
    'card.arrow',
    'card.bolt',
    'card.food',
    'card.epidemic',
    'card.famine',
    ...ABILITIES.map((id) => `ability.${id}`),
    'food',
    'marker',
    'adaptation',
    'colony',
  ],
  moments,
  draws: (place) => DRAWN.test(place),
  question: (chosen) => {
    const card = chosen[0]
    return card?.startsWith('laid.')
      ? phrase('page.wildlife.use_or_sell', { card: cardName(card.slice('laid.'.length)) })
      : null
  },
  back: 'page.wildlife.other_card',
  piece: (shown, seat) => {
    const species = shown.players[seat]?.species
    return species ? `species.${species}` : null
  },
  colour: (shown, seat) => (shown.players[seat]?.species ? `var(--w-${shown.players[seat].species})` : ''),
  shape: (shown, seat) => PLATES[shown.players[seat]?.species as Species] ?? null,
  telling: {
    opens: ['turn', 'settles', 'gets_species', 'bids_for_board', 'passes_board'],
    clause: (kind) => `page.wildlife.did.${kind}`,
    actions: [
      'bids_for_board',
      'passes_board',
      'gets_species',
      'settles',
      'declines',
      'places',
      'moves',
      'leaps',
      'wants_swap',
      'attacks',
      'adapts',
      'takes',
      'takes_from',
      'finds_food',
      'trades',
      'offers',
      'buys',
    ],
    details: [
      'gathers',
      'fills',
      'shares_food',
      'epidemic_takes',
      'starves',
      'falls_back',
      'steps_back',
      'last_placed',
    ],
    later: ['unsold', 'defends', 'eliminated', 'swaps'],
    places: /^cell\./,
    path: (event) =>
      event.kind === 'takes_from' || event.kind === 'buys' || event.kind === 'offers'
        ? [...(event.kind === 'offers' ? [] : [`seat.${event.data.player}`]), `seat.${event.seat}`]
        : null,
  },
  remarks: (shown) =>
    shown.territories
      .filter((one) => one.free.length === 1)
      .map((one) =>
        phrase('page.wildlife.remark.last_cell', {
          ground: territoryName(one.id),
          cell: (one.free[0] ?? '').toUpperCase(),
        }),
      ),
  note: (shown, seat) => {
    const player = shown.players[seat]
    return player?.species
      ? phrase('page.wildlife.note', { species: speciesName(player.species), food: player.food })
      : null
  },
  progress: (shown) => {
    // with many seats the bar has no room; the rail shows the progress, too
    if (shown.players.length > ROOM) return null
    const taken = shown.markers.filter((marker) => marker.taken).length
    return { now: taken, of: phrase('page.wildlife.of_markers', { markers: shown.markers.length }) }
  },
  chapter: { opens: ['turn'], heading: (number) => phrase('page.wildlife.turn', { number }) },
  bright: ['fills', 'scoring', 'buys', 'eliminated'],
  facts: (shown, events, seats) => {
    const times = (kind: EventKinds['wildlife']): number[] => counted(events, seats, kind)
    return [
      { label: phrase('page.wildlife.fact.pieces'), values: shown.players.map((player) => player.pieces) },
      { label: phrase('page.wildlife.fact.colony'), values: shown.players.map((player) => player.largest_colony) },
      { label: phrase('page.wildlife.fact.filled'), values: times('fills') },
      { label: phrase('page.wildlife.fact.bought'), values: times('buys') },
    ]
  },
}

export default wildlife
