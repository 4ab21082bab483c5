import { bright } from '../../art/clan/clan'
import { phrase } from '../../lib/catalogue'
import type { ClanShown } from '../../wire'
import type { GameBoard } from '../contract'
import Board from './Board.svelte'
import { nextScoring } from './map'
import Mark from './TextIcon.svelte'
import { packOf } from './names'
import Own from './Own.svelte'
import ScoreSheet from './ScoreSheet.svelte'
import { moments, type Scoring } from './moments'

const DRAWN = /^(space|alpha|pack|tile|token|track|faction)\./
/** actions drawn by the board; stopping and ending are buttons in the prompt */
const ACTS = /^action\.(move|howl|den|lair|dominate)$/

const clan: GameBoard<ClanShown, Scoring> = {
  layout: 'tall',
  Board,
  Own,
  ScoreSheet,
  Mark,
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
