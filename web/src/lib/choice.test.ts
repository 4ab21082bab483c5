import { beforeEach, describe, expect, it } from 'vitest'
import type { AskSent, FromClient, LessonSent, SceneSent } from '../wire'
import { Choice } from './choice.svelte'
import { phrase } from './catalogue'
import type { Moment } from './moments.svelte'

const question = (...choices: [string, ...string[]][]): AskSent => ({
  choices: choices.map(([text, ...places]) => ({ text, places })),
  names: {},
})
const scene = (step: number): SceneSent => ({ step }) as SceneSent
const WOLVES = question(['a', 'wolf.a'], ['b', 'wolf.b'])
const SPACES = question(['1', 'space.1'], ['2', 'space.2'])

let sent: FromClient[]
let closed: number
let table: {
  -readonly [K in keyof ConstructorParameters<typeof Choice>[0]]: ConstructorParameters<typeof Choice>[0][K]
}
let choice: Choice

beforeEach(() => {
  sent = []
  closed = 0
  table = {
    live: scene(4),
    liveAsk: WOLVES,
    seat: 2,
    replay: { past: null },
    moments: { now: null },
    learning: { lesson: null },
    advice: { close: () => closed++ },
    animator: {
      change: async (make) => make(),
    },
    send: (message) => sent.push(message),
  }
  choice = new Choice(table)
})

/** The server previews what was sent last. */
function preview(next: AskSent): void {
  choice.hearPreview({ is: 'ahead', key: choice.sending, scene: scene(4), ask: next })
}
const played = (): string[] => sent.flatMap((message) => (message.do === 'play' ? [message.action] : []))

describe('a choice of places', () => {
  it('is narrowed by each pick and sent when it is complete', () => {
    table.liveAsk = question(['M-V', 'card.m', 'ground.v'], ['M-N', 'card.m', 'ground.n'], ['pass'])
    expect(choice.plain.map(({ text }) => text)).toEqual(['pass'])
    choice.pick('card.m')
    expect(choice.chosen).toEqual(['card.m'])
    expect(choice.plain).toEqual([])
    expect([...choice.pickable]).toEqual(['ground.v', 'ground.n'])
    choice.back()
    expect(choice.chosen).toEqual([])
    choice.pick('card.m')
    choice.pick('ground.n')
    const key = choice.sending
    expect(key).toMatch(/^[0-9a-f]{32}$/)
    expect(sent).toEqual([{ do: 'play', seat: 2, action: 'M-N', key, step: 4, whole: true }])
    expect(choice.ask).toBeNull()
    expect(choice.question).toBe(table.liveAsk)
  })

  it('asks why a place cannot be picked, and says what is picked later', () => {
    table.liveAsk = question(['M-V', 'card.m', 'ground.v'])
    choice.pick('ground.v')
    expect(choice.refused?.phrase.key).toBe('page.prompt.later')
    choice.pick('card.x')
    expect(sent).toEqual([{ do: 'why', seat: 2, places: ['card.x'], after: '' }])
  })

  it('is not made out of turn, during a moment, in a replay, or twice', () => {
    table.liveAsk = null
    choice.pick('wolf.a')
    expect(choice.refused?.phrase.key).toBe('why.not_your_turn')
    choice.refused = null
    table.liveAsk = WOLVES
    table.moments = { now: { says: phrase('x'), shows: null } satisfies Moment }
    choice.pick('wolf.a')
    table.moments = { now: null }
    expect(choice.refused).toBeNull()
    table.replay = { past: scene(1) }
    expect(choice.ask).toBeNull()
    table.replay = { past: null }
    choice.pick('wolf.a')
    choice.pick('wolf.b')
    expect(played()).toEqual(['a'])
    expect(choice.refused).toBeNull()
  })
})

describe('a choice of several decisions', () => {
  it('is previewed, changed and taken back before it is complete', () => {
    choice.pick('wolf.a')
    preview(SPACES)
    expect(choice.pendingSteps.map(({ action }) => action)).toEqual(['a'])
    expect(closed).toBe(1)
    expect([...choice.swappable]).toEqual(['wolf.a', 'wolf.b'])
    choice.pick('wolf.b')
    expect(played()).toEqual(['a', 'b'])
    preview(SPACES)
    choice.pick('space.9')
    expect(sent.at(-1)).toEqual({ do: 'why', seat: 2, places: ['space.9'], after: 'b' })
    choice.back()
    expect(choice.question).toBe(WOLVES)
    choice.pick('wolf.a')
    preview(SPACES)
    choice.pick('wolf.a')
    expect(choice.pendingSteps, 'the same place again takes it back').toEqual([])
    choice.pick('wolf.a')
    preview(SPACES)
    choice.cancel()
    expect(choice.question).toBe(WOLVES)
  })

  it('is sent whole, and undone whole', () => {
    choice.undo()
    choice.pick('wolf.a')
    preview(SPACES)
    choice.undo()
    expect(choice.pendingSteps, 'an incomplete choice is taken back first').toEqual([])
    choice.pick('wolf.a')
    preview(SPACES)
    choice.pick('space.2')
    expect(played().at(-1)).toBe('a 2')
    table.live = scene(6)
    table.liveAsk = null
    choice.follow(choice.sending, true)
    expect([choice.pendingSteps, choice.sending]).toEqual([[], ''])
    choice.undo()
    expect(sent.filter((message) => message.do === 'undo')).toEqual([
      { do: 'undo', seat: 2, step: null },
      { do: 'undo', seat: 2, step: 4 },
    ])
  })

  it('stays during another player’s request and ends with the question', () => {
    choice.pick('wolf.a')
    preview(SPACES)
    choice.follow('', false)
    expect(choice.pendingSteps).toHaveLength(1)
    choice.follow('', true)
    expect(choice.pendingSteps).toEqual([])
  })

  it('ignores the preview of an older move', () => {
    choice.pick('wolf.a')
    choice.hearPreview({ is: 'ahead', key: 'older', scene: scene(4), ask: SPACES })
    expect(choice.pendingSteps).toEqual([])
    expect(choice.sending).not.toBe('')
  })
})

describe('a row of picks', () => {
  it('is made one after another, each when it is asked for', () => {
    table.liveAsk = question(['m', 'action.move'])
    choice.pickAll(['action.move', 'wolf.b', 'space.1'])
    expect(played()).toEqual(['m'])
    preview(WOLVES)
    expect(played()).toEqual(['m', 'm b'])
    preview(SPACES)
    expect(played()).toEqual(['m', 'm b', 'm b 1'])
  })

  it('is made in lessons, which decide at each step', () => {
    table.learning = { lesson: {} as LessonSent }
    choice.pickAll(['wolf.b', 'space.1'])
    expect(sent.at(-1)).toMatchObject({ action: 'b', whole: false })
    table.live = scene(5)
    table.liveAsk = SPACES
    choice.follow(choice.sending, true)
    expect(played()).toEqual(['b', '1'])
  })

  it('ends where a place cannot be picked, or at a refusal', () => {
    choice.pickAll(['wolf.b', 'space.9', 'space.1'])
    preview(SPACES)
    preview(SPACES)
    expect(played()).toEqual(['b'])
    choice.reset()
    choice.pickAll(['wolf.b', 'space.1'])
    choice.hearRefusal({ is: 'refused', code: 'illegal', phrase: phrase('no'), heading: 'H', key: choice.sending })
    expect(choice.refused?.heading).toBe('H')
    choice.pick('wolf.a')
    preview(SPACES)
    expect(played()).toEqual(['b', 'b', 'a'])
  })
})

describe('a refusal', () => {
  const refusal = { is: 'refused', code: 'illegal', phrase: phrase('no'), heading: '' } as const

  it('ends the move that was sent, but not another one', () => {
    choice.pick('wolf.a')
    preview(SPACES)
    choice.pick('space.1')
    choice.hearRefusal({ ...refusal, key: '' })
    expect(choice.sending).not.toBe('')
    expect(choice.pendingSteps).toHaveLength(1)
    choice.hearRefusal({ ...refusal, key: choice.sending })
    expect(choice.sending).toBe('')
    expect(choice.pendingSteps).toEqual([])
  })

  it('of a lesson is told by the lesson', () => {
    choice.hearRefusal({ ...refusal, code: 'lesson', key: '' })
    expect(choice.refused).toBeNull()
  })
})
