import { ICONS } from '../../art/aventure/aventure'
import { phrase } from '../../lib/catalogue'
import type { AventureShown } from '../../wire'
import type { GameBoard } from '../contract'
import Board from './Board.svelte'
import Mark from './TextIcon.svelte'
import Own from './Own.svelte'
import ScoreSheet from './ScoreSheet.svelte'

const DRAWN = /^(market|cell|deck|power|permanent|icon|line|aside)\b/

const aventure: GameBoard<AventureShown> = {
  layout: 'tall',
  Board,
  Own,
  ScoreSheet,
  Mark,
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
