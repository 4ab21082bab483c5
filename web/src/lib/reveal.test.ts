import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EventSent, SceneSent, UpdateSent } from '../wire'
import { phrase } from './catalogue'
import { type Moment, Moments, type MomentContext } from './moments.svelte'
import { Reveal } from './reveal.svelte'
import { PACE, settings } from './settings.svelte'

const scene = (step: number, asked: number[] = []): SceneSent =>
  ({ step, asked, shown: { step } }) as unknown as SceneSent
const update = (step: number, more: Partial<UpdateSent> = {}): UpdateSent =>
  ({
    scene: scene(step, [1]),
    events: [{ n: step, step, seat: 1, by: 1 }],
    ask: null,
    phase: 'playing',
    ...more,
  }) as UpdateSent
/** another player's visible action */
const ACTION = 'moves' as EventSent['kind']
const action = (step: number, more: Partial<UpdateSent> = {}): UpdateSent =>
  update(step, { events: [{ n: step, step, seat: 1, by: 1, kind: ACTION }] as EventSent[], ...more })
const moment = (until: number, more: Partial<Moment> = {}): Moment => ({
  says: phrase(`moment ${until}`),
  until,
  shows: null,
  ...more,
})

function made() {
  const table = {
    live: scene(0) as SceneSent | null,
    liveAsk: null as UpdateSent['ask'],
    over: false,
    clocked: false,
    seat: 0,
    events: [] as EventSent[],
    replay: { past: null as SceneSent | null },
    moments: new Moments(),
    animator: { remember: () => (remembered += 1), play: async () => undefined, finish: () => undefined },
    apply: (news: UpdateSent) => {
      table.live = news.scene
      table.liveAsk = news.ask
      table.events = [...table.events, ...news.events]
    },
  }
  return table
}

let remembered: number
let table: ReturnType<typeof made>
let contexts: MomentContext[]
let moments: Moment[]
let reveal: Reveal
/** Until nothing is left to do without time. */
const settle = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => {
  vi.useFakeTimers()
  settings.pace = 'normal'
  remembered = 0
  table = made()
  contexts = []
  moments = []
  reveal = new Reveal(table, {
    moments: (context) => {
      contexts.push(context)
      return moments.splice(0)
    },
    actions: (_, events, me) => events.filter((event) => event.seat !== me && event.kind === ACTION).length,
  })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('moments', () => {
  it('are shown one after another before the next update', async () => {
    moments = [moment(1, { before: true }), moment(2)]
    reveal.add(update(1))
    reveal.add(update(2))
    expect(contexts[0]).toMatchObject({ before: { step: 0 }, after: { step: 1 }, me: 0 })
    expect(table.moments.now?.until).toBe(1)
    expect([table.moments.left, table.moments.since]).toEqual([1, -1])
    expect(reveal.held?.step).toBe(0)
    await settle()
    expect(table.moments.now?.until, 'it waits for “continue”').toBe(1)
    table.moments.next()
    await settle()
    expect([table.moments.now?.until, table.moments.left, table.moments.since]).toEqual([2, 0, 1])
    expect(reveal.held).toBeNull()
    expect(table.live?.step).toBe(1)
    table.moments.next()
    await settle()
    expect(table.moments.now).toBeNull()
    await vi.advanceTimersToNextTimerAsync()
    expect(table.live?.step).toBe(2)
  })

  it('end after their time at the chosen pace, by a tap, or together', async () => {
    settings.pace = 'calm'
    moments = [moment(1, { lasts: 100 }), moment(2, { lasts: 100 }), moment(3), moment(4)]
    reveal.add(update(1))
    await vi.advanceTimersByTimeAsync(199)
    expect(table.moments.now?.until).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(table.moments.now?.until).toBe(2)
    table.moments.hurry()
    await settle()
    expect(table.moments.now?.until).toBe(3)
    table.moments.hurry()
    await settle()
    expect(table.moments.now?.until, 'a tap does not end what waits for “continue”').toBe(3)
    table.moments.skip()
    await settle()
    expect(table.moments.now).toBeNull()
  })

  it('pass by themselves for spectators', async () => {
    table.seat = -1
    moments = [moment(1)]
    reveal.add(update(1))
    await vi.advanceTimersByTimeAsync(4000)
    expect(table.moments.now).toBeNull()
  })

  it('are shown again on request, while updates wait', async () => {
    void reveal.again(moment(7))
    reveal.add(update(1))
    expect(table.moments.now?.until).toBe(7)
    expect(table.live?.step).toBe(0)
    expect(reveal.queue).toHaveLength(1)
    table.moments.next()
    await settle()
    expect(table.live?.step).toBe(1)
  })
})

describe('updates', () => {
  it('pause after another player’s turn, and not before the viewer’s', async () => {
    reveal.add(update(1, { scene: scene(1, [2]) }))
    reveal.add(update(2, { ask: { choices: [], names: {} } }))
    reveal.add(update(3))
    await vi.advanceTimersByTimeAsync(PACE.normal.turn - 1)
    expect(table.live?.step).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(table.live?.step).toBe(3)
  })

  it.each(['calm', 'normal', 'fast'] as const)('show each action of another player for its time: %s', async (pace) => {
    settings.pace = pace
    moments = [moment(0, { lasts: 100 })]
    for (const step of [1, 2, 3]) reveal.add(action(step))
    reveal.add(update(4, { ask: { choices: [], names: {} } }))
    await vi.advanceTimersByTimeAsync(100 * PACE[pace].stay)
    for (const step of [1, 2, 3]) {
      if (!PACE[pace].action) break
      expect(table.live?.step, 'also after a moment, nothing is hurried').toBe(step)
      await vi.advanceTimersByTimeAsync(PACE[pace].action - 1)
      expect([table.live?.step, reveal.telling]).toEqual([step, true])
      await vi.advanceTimersByTimeAsync(1)
    }
    expect([table.live?.step, reveal.telling]).toEqual([4, false])
  })

  it('are not slowed down while the viewer’s clock may run', async () => {
    table.clocked = true
    reveal.add(action(1))
    reveal.add(action(2, { scene: scene(2, [2]) }))
    await settle()
    expect(table.live?.step).toBe(2)
  })

  it('wait while the viewer pauses', async () => {
    reveal.add(action(1))
    reveal.add(action(2))
    await settle()
    reveal.pause()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(table.live?.step).toBe(1)
    reveal.resume()
    await settle()
    expect(table.live?.step).toBe(2)
    reveal.pause()
    reveal.add(action(3))
    await vi.advanceTimersByTimeAsync(60_000)
    reveal.skip()
    await settle()
    expect([table.live?.step, reveal.paused], 'skipping resumes').toEqual([3, false])
  })

  it('show an action again from the board before it, between updates', async () => {
    reveal.add(action(1))
    reveal.add(action(2))
    await settle()
    reveal.replayAction(1, 1)
    expect(reveal.replayed, 'the action that is shown stays for its time').toBe(-1)
    await vi.advanceTimersByTimeAsync(PACE.normal.action)
    expect([reveal.replayed, reveal.held?.step, table.live?.step]).toEqual([1, 0, 1])
    await vi.advanceTimersByTimeAsync(400)
    expect([reveal.replayed, reveal.held?.step]).toEqual([1, 1])
    reveal.replayAction(1, 1)
    await settle()
    expect(reveal.held?.step, 'pressed again, it begins anew').toBe(0)
    await vi.advanceTimersByTimeAsync(400 + PACE.calm.action)
    expect([reveal.replayed, reveal.held, table.live?.step]).toEqual([-1, null, 2])
    reveal.reset()
    reveal.replayAction(1, 1)
    await settle()
    expect([reveal.replayed, reveal.held], 'without its scenes, only the marks').toEqual([1, null])
  })

  it('are all shown at once when the viewer skips to the next question', async () => {
    reveal.add(update(1, { scene: scene(1, [2]) }))
    reveal.add(update(2, { scene: scene(2, [2]) }))
    await settle()
    reveal.skip()
    await settle()
    expect([table.live?.step, reveal.skipping]).toEqual([2, true])
    expect(remembered, 'the second is not animated').toBe(1)
    reveal.add(update(3, { ask: { choices: [], names: {} } }))
    expect(reveal.skipping).toBe(false)
    reveal.skip()
    expect(reveal.skipping, 'the viewer is asked').toBe(false)
  })

  it('are not animated behind a replay or when too many wait', async () => {
    table.replay.past = scene(0)
    reveal.add(update(1))
    table.replay.past = null
    expect([remembered, contexts.length, table.live?.step]).toEqual([0, 0, 1])
    void reveal.again(moment(1))
    for (let step = 2; step <= 130; step++) reveal.add(update(step))
    table.moments.next()
    await settle()
    expect([table.live?.step, remembered]).toEqual([130, 121])
  })

  it('are dropped when the table is sent anew', async () => {
    moments = [moment(1, { before: true })]
    reveal.add(update(1))
    reveal.add(update(2))
    await settle()
    reveal.reset()
    await settle()
    expect([table.live?.step, table.moments.now, reveal.held, reveal.queue]).toEqual([1, null, null, []])
  })
})
