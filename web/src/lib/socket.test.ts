import { beforeEach, describe, expect, it } from 'vitest'
import type { FromServer } from '../wire'
import { type SocketHandlers, joined, ReconnectingSocket, type SocketState, type RawSocket } from './socket'

class Fake implements RawSocket {
  sent: string[] = []
  readonly patience = 6000
  constructor(readonly handlers: SocketHandlers) {}
  send(text: string): void {
    this.sent.push(text)
  }
  close(): void {
    this.handlers.onclose({ code: 1000 })
  }
}

let sockets: Fake[]
let states: SocketState[]
let waits: { ms: number; then: () => void }[]
let got: FromServer[]
let last: number
let connection: ReconnectingSocket
let jitter: number

const socket = (): Fake => sockets.at(-1) as Fake
const play = { do: 'play', seat: 0, action: 'r6-N', key: 'k1', step: 4 } as const

beforeEach(() => {
  sockets = []
  states = []
  waits = []
  got = []
  last = -1
  jitter = 0.5
  connection = opened()
})

function opened(): ReconnectingSocket {
  return new ReconnectingSocket({
    connect: (handlers) => {
      sockets.push(new Fake(handlers))
      return socket()
    },
    hello: () => ({ last, era: 2, seat: 0 }),
    onmessage: (message) => got.push(message),
    onstate: (state) => states.push(state),
    wait: (ms, then) => waits.push({ ms, then }),
    jitter: () => jitter,
  })
}

describe('line to a table', () => {
  it('says what it has when it comes back', () => {
    socket().handlers.onopen()
    expect(socket().sent).toEqual(['{"do":"hello","last":-1,"era":2,"seat":0}'])
    last = 41
    socket().handlers.onclose({ code: 1006 })
    waits.at(-1)?.then()
    socket().handlers.onopen()
    expect(socket().sent).toEqual(['{"do":"hello","last":41,"era":2,"seat":0}'])
    expect(states).toEqual(['opening', 'open', 'lost', 'lost', 'open'])
  })

  it('waits longer each time, and not for ever', () => {
    for (let i = 0; i < 42; i++) {
      socket().handlers.onclose({ code: 1006 })
      waits.at(-1)?.then()
    }
    expect(waits.slice(0, 5).map((w) => w.ms)).toEqual([300, 600, 1200, 1200, 1200])
    expect(waits.slice(-3).map((w) => w.ms)).toEqual([1200, 5000, 5000])
  })

  it('looks at least every two seconds in the first half minute of an outage', () => {
    jitter = 0.999
    for (let outage = 0; outage < 30_000; outage += waits.at(-1)?.ms ?? 0) {
      waits.at(-1)?.then()
      socket().handlers.onclose({ code: 1006 })
      expect(waits.at(-1)?.ms).toBeLessThan(2000)
    }
  })

  it('spreads a crowd over as much time as it waits', () => {
    const first = [0, 0.999].map((chance) => {
      jitter = chance
      connection = opened()
      socket().handlers.onclose({ code: 1006 })
      return waits.at(-1)?.ms ?? 0
    })
    expect(first).toEqual([150, expect.closeTo(450, 0)])
  })

  it('does not hurry back to a server that only turns it away', () => {
    const turnedAway = { is: 'refused', code: 'flood', phrase: { key: 'refused.flood' }, heading: '', key: '' }
    for (let i = 0; i < 3; i++) {
      socket().handlers.onopen()
      socket().handlers.onmessage({ data: JSON.stringify(turnedAway) })
      socket().handlers.onclose({ code: 4429 })
      waits.at(-1)?.then()
    }
    expect(waits.map((w) => w.ms)).toEqual([300, 600, 1200])
    socket().handlers.onopen()
    socket().handlers.onmessage({ data: JSON.stringify({ is: 'table' }) })
    socket().handlers.onclose({ code: 1006 })
    expect(waits.at(-1)?.ms).toBe(300)
  })

  it('repeats a move that was not answered, with the same key', () => {
    socket().handlers.onopen()
    connection.send(play)
    socket().handlers.onclose({ code: 1006 })
    waits.at(-1)?.then()
    socket().handlers.onopen()
    expect(socket().sent.at(-1)).toBe(JSON.stringify(play))
    socket().handlers.onmessage({
      data: JSON.stringify({ is: 'refused', code: 'x', phrase: { key: 'x' }, heading: '', key: 'k1' }),
    })
    socket().handlers.onclose({ code: 1006 })
    waits.at(-1)?.then()
    socket().handlers.onopen()
    expect(socket().sent).toHaveLength(1)
    expect(got).toHaveLength(1)
  })

  it('comes again at once where the table was handed over', () => {
    socket().handlers.onclose({ code: 1012 })
    waits.at(-1)?.then()
    socket().handlers.onclose({ code: 1012 })
    expect(waits.map((w) => w.ms)).toEqual([100, 600])
  })

  it('leaves a server that does not answer a move, and says it to the next one', () => {
    socket().handlers.onopen()
    connection.send(play)
    const hung = socket()
    expect(waits.map((w) => w.ms)).toEqual([6000])
    waits[0]?.then()
    expect(states.at(-1)).toBe('lost')
    waits.at(-1)?.then()
    socket().handlers.onopen()
    hung.handlers.onclose({ code: 1006 })
    expect(sockets).toHaveLength(2)
    expect(socket().sent.at(-1)).toBe(JSON.stringify(play))
    socket().handlers.onmessage({ data: JSON.stringify({ is: 'news', key: 'k1' }) })
    waits.at(-1)?.then()
    expect(states.at(-1)).toBe('open')
  })

  it('gives up where the server says that there is nothing', () => {
    socket().handlers.onclose({ code: 4404 })
    expect(states.at(-1)).toBe('closed')
    expect(waits).toHaveLength(0)
  })

  it('hurries when asked to', () => {
    socket().handlers.onclose({ code: 1006 })
    connection.hurry()
    expect(sockets).toHaveLength(2)
    waits.at(-1)?.then()
    expect(sockets).toHaveLength(2)
  })
})

describe('numbered events', () => {
  it('join without gaps or repetitions', () => {
    expect(joined([{ n: 1 }, { n: 2 }], [{ n: 2 }, { n: 3 }], false)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
    expect(joined([{ n: 1 }, { n: 2 }], [{ n: 1 }], true)).toEqual([{ n: 1 }])
  })
})
