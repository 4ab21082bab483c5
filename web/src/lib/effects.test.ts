import { beforeEach, describe, expect, it } from 'vitest'
import type { AskSent, EffectSent, FromClient, SceneSent } from '../wire'
import { Choice } from './choice.svelte'
import { Effects } from './effects.svelte'

const QUESTION: AskSent = {
  choices: [
    { text: 'M-V', places: ['card.m', 'ground.v'] },
    { text: 'M-N', places: ['card.m', 'ground.n'] },
    { text: 'pass', places: [] },
  ],
  names: {},
}
const scene = (step: number): SceneSent => ({ step }) as SceneSent
const effect = (key: string): EffectSent => ({ tone: 'gain', line: { key }, short: [], final: true })

let sent: FromClient[]
let table: ConstructorParameters<typeof Choice>[0] & { choice: Choice; live: SceneSent | null; liveAsk: AskSent | null }
let effects: Effects

beforeEach(() => {
  sent = []
  const parts = {
    live: scene(4) as SceneSent | null,
    liveAsk: QUESTION as AskSent | null,
    seat: 2,
    replay: { past: null },
    moments: { now: null },
    learning: { lesson: null },
    advice: { close: () => undefined },
    animator: { change: async (make: () => void) => make() },
    send: (message: FromClient) => sent.push(message),
  }
  table = Object.assign(parts, { choice: new Choice(parts) })
  effects = new Effects(table)
})

describe('what a choice will do', () => {
  it('is asked for once a question', () => {
    effects.ask()
    effects.ask()
    expect(sent).toEqual([{ do: 'effects', seat: 2, step: 4, after: '' }])
    table.live = scene(5)
    effects.ask()
    expect(sent).toHaveLength(2)
  })

  it('is known at the place that completes the choice', () => {
    effects.hear({ is: 'effects', step: 4, after: '', effects: { 'M-V': effect('v'), pass: effect('p') } })
    expect(effects.at('card.m')).toBeNull()
    expect(effects.at('ground.v')).toBeNull()
    expect(effects.at('pass')?.line.key).toBe('p')
    table.choice.pick('card.m')
    expect(effects.at('ground.v')?.line.key).toBe('v')
    expect(effects.at('ground.n')).toBeNull()
    expect(effects.at('nowhere')).toBeNull()
  })

  it('is not shown for another question', () => {
    effects.hear({ is: 'effects', step: 3, after: '', effects: { pass: effect('old') } })
    expect(effects.at('pass')).toBeNull()
    effects.hear({ is: 'effects', step: 4, after: 'M-V', effects: { pass: effect('later') } })
    expect(effects.at('pass')).toBeNull()
  })

  it('is told of each decision of a draft, and only of this draft', () => {
    effects.draft(['A2=13', 'A3=-'], 'A2=13')
    effects.draft(['A2=13', 'A3=-'], 'A2=13')
    expect(sent).toEqual([{ do: 'effects', seat: 2, step: 4, after: 'A2=13 A3=-', draft: true }])
    expect(effects.drafted).toBeNull()
    effects.hear({ is: 'effects', step: 4, after: 'A2=13 A3=-', effects: { 'A2=13': effect('hunt') } })
    expect(effects.drafted?.line.key).toBe('hunt')
    effects.draft(['A2=13', 'A3=5'], 'A3=5')
    expect(effects.drafted).toBeNull()
    effects.draft([], '')
    expect(sent).toHaveLength(2)
  })

  it('is asked for again after a reconnect', () => {
    effects.ask()
    effects.reset()
    effects.ask()
    expect(sent).toHaveLength(2)
  })
})
