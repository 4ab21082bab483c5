import { describe, expect, it } from 'vitest'
import type { HintSent, HintChoiceSent, SceneSent } from '../wire'
import { Advice, spreadApart, percent, prospects } from './advice.svelte'

const prospect = (text: string): HintChoiceSent => ({
  choice: { text, places: [] },
  phrase: { key: text },
  thought: 0.5,
  chance: 0.5,
  low: 0.4,
  high: 0.6,
  aims: [],
  margin: 0,
})
const hint = (step: number, seat: number): HintSent => ({
  is: 'hint',
  step,
  seat,
  simulations: 10,
  games: 4,
  choices: [prospect('a'), prospect('b')],
  played: null,
  done: '',
})
const scene = (step: number, seat: number): SceneSent => ({ step, seat }) as SceneSent

describe('advice', () => {
  it('is asked for and comes for that moment only', () => {
    const sent: object[] = []
    const advice = new Advice((message) => sent.push(message))
    advice.ask(1, 7)
    expect(sent).toEqual([{ do: 'hint', seat: 1, step: 7 }])
    expect(advice.isAbout(scene(7, 1))).toBe(true)
    expect(advice.isAbout(scene(8, 1))).toBe(false)
    advice.hear(hint(6, 1))
    expect(advice.hint).toBeNull()
    advice.hear(hint(7, 1))
    expect(advice.hint?.step).toBe(7)
    expect(advice.asked).toBeNull()
    advice.again()
    expect(advice.hint).toBeNull()
  })

  it('subscribes to the curve while it is displayed, and again after a reconnect', () => {
    const sent: object[] = []
    const advice = new Advice((message) => sent.push(message))
    const stop = advice.watchCurve()
    const other = advice.watchCurve()
    advice.again()
    other()
    stop()
    expect(sent).toEqual([
      { do: 'curve', on: true },
      { do: 'curve', on: true },
      { do: 'curve', on: false },
    ])
    advice.hear({ is: 'curve', points: [], turns: [], progress: 1 })
    advice.watchCurve()()
    expect(sent).toHaveLength(3)
  })

  it('names what was played after the best', () => {
    expect(prospects({ ...hint(0, 0), played: prospect('c') }).map((one) => one.choice.text)).toEqual(['a', 'b', 'c'])
    expect(prospects(hint(0, 0))).toHaveLength(2)
  })

  it('gives whole per cents and marks that can be pressed', () => {
    expect(percent(0.615)).toBe(62)
    expect(spreadApart([10, 12, 90, 99], 44, 100)).toEqual([-32, 12, 56, 100])
    expect(spreadApart([10, 200], 44, 300)).toEqual([10, 200])
  })
})
