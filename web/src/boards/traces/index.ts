import { SEATS } from '../../art/traces/traces'
import { phrase } from '../../lib/catalogue'
import type { EventKinds, TracesShown } from '../../wire'
import type { GameBoard } from '../contract'
import { counted } from '../facts'
import Board from './Board.svelte'
import Drawn from './Drawn.svelte'
import Mark from './TextIcon.svelte'
import { colourOf, wolfName } from './names'
import Own from './Own.svelte'
import ScoreSheet from './ScoreSheet.svelte'
import { moments, type PhasePage } from './moments'

const DRAWN = /^(wolf|prey|colour|cell|token|card|game)\.|^empty$/

/** strength at which the guide warns */
const WEAK = 3

/** largest numbers of seats with room in the bar, and in a seat's plate */
const ROOMY = { bar: 4, plate: 3 }

const traces: GameBoard<TracesShown, PhasePage> = {
  layout: 'wide',
  Board,
  Own,
  ScoreSheet,
  Mark,
  Drawn,
  legend: [
    'phase.preparation',
    'phase.raising',
    'phase.solitary',
    'phase.hunting',
    'phase.howling',
    'phase.fighting',
    'phase.marking',
    'token',
    'strength',
    'renown',
    'rank',
    'role.alpha',
    'role.beta',
    'role.omega',
    'prey.elan',
    'food',
    'game.lievre',
    'game.pas_de_proie',
    'pups',
    'combat',
  ],
  moments,
  draws: (place) => DRAWN.test(place),
  asks: (prompt) => (prompt.key === 'traces.prompt.placement' ? phrase('page.traces.place_tokens') : prompt),
  question: (chosen, name, pickable) => {
    const last = chosen.at(-1) ?? ''
    if (/^prey\.|^abstain$/.test(last)) return phrase('page.traces.which_level', { prey: name(last) ?? '' })
    if (last.startsWith('wolf.'))
      return phrase(pickable.has('done') ? 'page.traces.decided' : 'page.traces.which_other', {
        wolf: name(last) ?? '',
      })
    return null
  },
  piece: (shown, seat) => {
    const colour = shown.players[seat]?.colour
    return colour ? `colour.${colour}` : null
  },
  colour: (shown, seat) => (shown.players[seat]?.colour ? `var(--t-${colourOf(shown.players[seat].colour)})` : ''),
  shape: (shown, seat) => (shown.players[seat]?.colour ? SEATS[colourOf(shown.players[seat].colour)].d : null),
  telling: {
    opens: ['year_begins'],
    clause: (kind) => `page.traces.did.${kind}`,
    actions: [
      'pledges',
      'votes',
      'abstains',
      'prey_decided',
      'catches',
      'prey_lost',
      'holds_back',
      'attacks',
      'faces',
      'submits',
      'wins',
      'leaves_alone',
      'leaves_in_pair',
      'asks_to_join',
      'allows',
      'refuses',
    ],
    places: /^(wolf|prey)\./,
  },
  remarks: (shown) =>
    (shown.board?.rows ?? [])
      .filter((row) => row.playing && row.strength <= WEAK)
      .map((row) => phrase('page.traces.remark.weak', { wolf: wolfName(row.wolf), strength: row.strength })),
  note: (shown, seat) => {
    const player = shown.players[seat]
    if (!player?.colour) return null
    // with more seats, there is room for the colour only
    if (shown.players.length > ROOMY.plate) return phrase(`traces.colour.${player.colour}`)
    const wolves = player.cards.filter((card) => card.where === 'pack').length
    return phrase('page.traces.note', { colour: phrase(`traces.colour.${player.colour}`), wolves })
  },
  progress: (shown) =>
    shown.players.length > ROOMY.bar ? null : { now: shown.target, of: phrase('page.traces.to_reach') },
  chapter: { opens: ['year_begins'], heading: (number) => phrase('page.traces.year_n', { year: number }) },
  bright: [
    'killed',
    'killed_at_cost',
    'wins',
    'falls',
    'new_alpha',
    'dies',
    'leaves_in_pair',
    'reaches_target',
    'pack_dies_out',
  ],
  facts: (_, events, seats) => {
    const times = (kind: EventKinds['traces']): number[] => counted(events, seats, kind)
    return [
      { label: phrase('page.traces.fights_won'), values: times('wins') },
      { label: phrase('page.traces.renown_won'), values: times('recognised') },
      { label: phrase('page.traces.wolves_lost'), values: times('dies') },
    ]
  },
}

export default traces
