import { expect, it } from 'vitest'
import type { FromServer } from '../wire'
import { Connection } from './connection.svelte'
import type { SocketHandlers } from './socket'

it('tells the server what it knows, on each connect', () => {
  const sent: unknown[] = []
  const opened: { path: string; handlers: SocketHandlers }[] = []
  const heard: FromServer[] = []
  let last = -1
  const connection = new Connection(
    'loup é',
    () => last,
    (message) => heard.push(message),
    (path, handlers) => {
      opened.push({ path, handlers })
      return { send: (text) => sent.push(JSON.parse(text)), close: () => handlers.onclose({ code: 1000 }) }
    },
  )
  const now = (): SocketHandlers => opened.at(-1)?.handlers as SocketHandlers
  expect(opened.map(({ path }) => path)).toEqual(['/socket/loup%20%C3%A9'])
  expect(connection.state).toBe('opening')
  now().onopen()
  expect(connection.state).toBe('open')
  now().onmessage({ data: '{"is": "orders", "orders": []}' })
  expect(heard).toEqual([{ is: 'orders', orders: [] }])

  last = 12
  connection.era = 3
  connection.send({ do: 'sit', seat: 1 })
  now().onclose({ code: 1006 })
  expect(connection.state).toBe('lost')
  connection.hurry()
  now().onopen()
  expect(sent).toEqual([
    { do: 'hello', last: -1, era: 0, seat: null },
    { do: 'sit', seat: 1 },
    { do: 'hello', last: -1, era: 3, seat: 1 },
  ])

  // only once the seat's own events have come, later ones are enough
  now().onmessage({ data: '{"is": "table", "scene": {"seat": 1}}' })
  now().onclose({ code: 1006 })
  connection.hurry()
  now().onopen()
  expect(sent.at(-1)).toEqual({ do: 'hello', last: 12, era: 3, seat: 1 })

  connection.close()
  connection.hurry()
  expect(connection.state).toBe('closed')
  expect(opened).toHaveLength(3)
})
