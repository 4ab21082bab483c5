import { type Goal, ICONS, type StoryIcon } from '../../art/aventure/aventure'
import { t } from '../../lib/settings.svelte'
import { phrase } from '../../lib/catalogue'
import type { AventureCardShown, AventureExtraShown, AventureGoalFace, AventureGoalShown, PhraseSent } from '../../wire'

export const iconOf = (name: string): StoryIcon => ICONS.find((icon) => icon === name) ?? 'foret'

export const iconsOf = (names: readonly string[]): StoryIcon[] => names.map(iconOf)

/** The requirement of an Objective, for its diagram. */
export function goalOf(face: AventureGoalFace): Goal {
  switch (face.kind) {
    case 'shape':
      return { kind: 'shape', cells: face.cells.map((cell) => ({ ...cell, icon: iconOf(cell.icon) })) }
    case 'arrow':
    case 'arrow_none':
      return { kind: face.kind, icon: iconOf(face.icon) }
    case 'double':
    case 'double_arrow':
      return { kind: face.kind, pair: [iconOf(face.pair[0] ?? ''), iconOf(face.pair[1] ?? '')] }
    default:
      return { kind: 'balance', left: iconsOf(face.left), right: iconsOf(face.right) }
  }
}

/** h29 is a Story, o29 the Objective on its back. */
export const isGoal = (card: string): boolean => card.startsWith('o')

/** The mark of a card: its id in sentences. */
export const markOf = (card: string): string => `${isGoal(card) ? 'goal' : 'story'}.${card}`

export const cardName = (card: string): PhraseSent => phrase(`aventure.${markOf(card)}`, {}, markOf(card))

/** The Permanent or Objective that earned points beyond the Objectives on the grid. */
export const extraName = ({ rule, name }: AventureExtraShown): string =>
  name && t(rule === 'permanent' ? `aventure.permanent.${name}` : `aventure.goal.${name}`)

const iconNames = (icons: readonly string[]): string => icons.map((icon) => t(`aventure.icon.${icon}`)).join(', ')

/** The requirement of an Objective in words. */
function asks(goal: AventureGoalFace): string {
  const points = goal.points
  const kind = t(`aventure.kind.${goal.kind}`)
  switch (goal.kind) {
    case 'shape':
      return t('page.aventure.asks.each', { kind, what: iconNames(goal.cells.map((cell) => cell.icon)), points })
    case 'balance':
      return t('page.aventure.asks.balance', { kind, left: iconNames(goal.left), right: iconNames(goal.right), points })
    case 'arrow_none':
      return t('page.aventure.asks.none', { kind, what: iconNames([goal.icon]), points })
    default:
      return t('page.aventure.asks.each', { kind, what: iconNames(goal.icon ? [goal.icon] : goal.pair), points })
  }
}

/** The content of a card in words, for screen readers. */
export function cardDescription(card: AventureCardShown): string {
  const words = card.goal ? asks(card.goal) : iconNames(card.icons) || t('page.aventure.no_icons')
  return card.mark ? `${words}, ${t(`aventure.mark.${card.mark}`)}` : words
}

/** How the points of an Objective are computed. */
export function reason(goal: AventureGoalShown): string {
  const kind = t(`page.aventure.kind.${goal.kind}`)
  const { times, points, left, right } = goal
  if (goal.kind === 'balance') return t('page.aventure.reason.balance', { kind, left, right })
  if (goal.kind === 'arrow_none')
    return t(times ? 'page.aventure.reason.seen' : 'page.aventure.reason.none', { kind, times })
  return t('page.aventure.reason.each', { kind, times, points })
}
