import { ICONS } from '../../art/aventure/aventure'
import { phrase } from '../../lib/catalogue'
import type { AventureShown, GameEvent } from '../../wire'
import type { GameBoard } from '../contract'
import Board from './Board.svelte'
import Drawn from './Drawn.svelte'
import Mark from './TextIcon.svelte'
import { cardName } from './names'
import Own from './Own.svelte'
import ScoreSheet from './ScoreSheet.svelte'
import Tale from './Tale.svelte'

const DRAWN = /^(market|cell|deck|power|permanent|icon|line|aside)\b/

/** Where an event happened; a card travels from its place in the market, where another one lies now, to the grid. */
function tellingPath(event: GameEvent<'aventure'>, step: readonly GameEvent<'aventure'>[]): string[] | null {
  const cell = (name: string): string => `cell.${event.seat}.${name}`
  if (event.kind === 'swaps' || event.kind === 'moves') return [cell(event.data.cell), cell(event.data.with_cell)]
  if (event.kind === 'takes' || event.kind === 'takes_deck' || event.kind === 'takes_aside')
    return [`face.${event.data.face}`]
  if (event.kind !== 'places') return null
  const next = step.find((other) => other.kind === 'replaces' || other.kind === 'replaces_turned')
  const from = next && 'face' in next.data ? [`face.${next.data.face}`] : []
  return [...from, cell(event.data.cell)]
}

const aventure: GameBoard<AventureShown> = {
  layout: 'tall',
  Board,
  Own,
  ScoreSheet,
  Keepsake: Tale,
  Mark,
  Drawn,
  signs: (outcome) => ((outcome.picture?.icons ?? []) as string[]).map((icon) => `icon.${icon}`),
  legend: [
    'kind.shape',
    'kind.arrow',
    'kind.arrow_none',
    'kind.double',
    'kind.double_arrow',
    'kind.balance',
    ...ICONS.map((id) => `icon.${id}`),
    'deck',
    'frequency',
    'permanent',
    'power',
  ],
  scoreLayout: 'columns',
  draws: (place) => DRAWN.test(place),
  telling: {
    opens: ['takes', 'takes_deck', 'takes_aside', 'passes'],
    clause: (kind) => `page.aventure.did.${kind}`,
    actions: [
      'takes',
      'takes_deck',
      'takes_aside',
      'places',
      'passes',
      'looks_at_deck',
      'looks_at_market',
      'uses',
      'turns_over',
      'swaps',
      'moves',
      'slides',
      'slips_under',
      'sets_aside',
      'marks',
      'adds_icon',
      'guards',
      'borrows',
      'diverts',
      'barters',
      'trades',
      'chooses',
    ],
    details: ['scores_bonus'],
    places: /^cell\./,
    path: tellingPath,
  },
  remarks: (shown, seat) =>
    (shown.grids[seat]?.goals ?? [])
      .filter((goal) => !goal.earned)
      .map((goal) => phrase('page.aventure.remark.nothing', { card: cardName(goal.card) })),
  note: (shown, seat) => phrase('page.aventure.cards', { cards: shown.grids[seat]?.cards ?? 0 }),
  progress: (shown) => ({ now: shown.turn, of: phrase('page.aventure.turns', { turns: shown.turns }) }),
  chapter: {
    opens: ['takes', 'takes_deck', 'takes_aside'],
    heading: (number) => phrase('page.aventure.turn', { number }),
  },
  bright: ['uses', 'permanent_laid'],
  facts: (shown) => [
    { label: phrase('page.aventure.goals'), values: shown.grids.map((grid) => grid.goals.length) },
    {
      label: phrase('page.aventure.best_goal'),
      values: shown.grids.map((grid) => Math.max(0, ...grid.goals.map((goal) => goal.earned))),
    },
  ],
}

export default aventure
