import { bright, PLINTHS } from '../../art/clan/clan'
import { phrase } from '../../lib/catalogue'
import type { ClanShown } from '../../wire'
import type { GameBoard } from '../contract'
import Board from './Board.svelte'
import Drawn from './Drawn.svelte'
import { nextScoring } from './map'
import Mark from './TextIcon.svelte'
import { packOf } from './names'
import Own from './Own.svelte'
import Strip from './Strip.svelte'
import ScoreSheet from './ScoreSheet.svelte'
import { moments, type Scoring } from './moments'

const DRAWN = /^(space|alpha|pack|tile|token|track|faction)\./
/** actions drawn by the board; stopping and ending are buttons in the prompt */
const ACTS = /^action\.(move|howl|den|lair|dominate)$/

const clan: GameBoard<ClanShown, Scoring> = {
  layout: 'tall',
  Board,
  Own,
  Strip,
  ScoreSheet,
  Mark,
  Drawn,
  legend: [
    'act.move',
    'act.howl',
    'act.den',
    'act.lair',
    'act.dominate',
    'kind.alpha',
    'kind.pack',
    'kind.den',
    'kind.lair',
    'kind.lone_wolf',
    'prey.moose',
    'bonus.terrain',
    'bonus.action',
    'terrain.grass',
    'terrain.water',
    'terrain.canyon',
    'moon.crescent',
    'moon.quarter',
    'moon.full',
    'calendar',
    'tile',
    'track.deployment',
    'track.speed',
    'track.howl',
  ],
  moments,
  draws: (place) => DRAWN.test(place) || ACTS.test(place),
  piece: (shown, seat) => {
    const faction = shown.packs[seat]?.faction
    return faction ? `faction.${faction}` : null
  },
  colour: (shown, seat) => (shown.packs[seat]?.faction ? bright(packOf(shown.packs[seat].faction)) : ''),
  shape: (shown, seat) => (shown.packs[seat]?.faction ? PLINTHS[packOf(shown.packs[seat].faction)] : null),
  telling: {
    opens: ['turn_begins'],
    clause: (kind) => `page.clan.did.${kind}`,
    actions: ['takes_colour', 'starts_at', 'moves', 'builds', 'transforms', 'howls', 'dominates'],
    before: ['flees'],
    details: ['hunts', 'dated', 'gains_terrain', 'gains_action'],
    places: /^space\./,
  },
  remarks: (shown) => {
    const next = nextScoring(shown)
    return next && next.left > 0 && next.left <= shown.packs.length
      ? [phrase('page.clan.remark.moon', { pieces: next.left, moon: phrase(`clan.moon.${next.moon}`) })]
      : []
  },
  note: (shown, seat) => {
    const faction = shown.packs[seat]?.faction
    return faction ? phrase(`page.clan.short.${faction}`) : null
  },
  progress: (shown) => {
    const next = nextScoring(shown)
    return next
      ? {
          now: shown.calendar.pieces.length,
          of: phrase('page.clan.until', { date: next.date, moon: phrase(`page.clan.moon.${next.moon}`) }),
        }
      : null
  },
  chapter: { opens: ['turn_begins'], heading: (number) => phrase('page.clan.chapter', { number }) },
  bright: ['moon_rises', 'region_won', 'region_tied', 'dominates'],
  facts: (shown) => [
    { label: phrase('page.clan.fact.wolves'), values: shown.packs.map((pack) => pack.alphas + pack.packs) },
    { label: phrase('page.clan.fact.regions'), values: shown.packs.map((pack) => pack.won.length) },
  ],
}

export default clan
