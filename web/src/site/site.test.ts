import { beforeEach, expect, it, vi } from 'vitest'
import { openSite } from './site'
import type { FromEngine, ToEngine } from './protocol'

/** A fake engine: answers every request with the engine's own number. */
class FakeEngine {
  static built: FakeEngine[] = []
  onmessage: ((event: { data: FromEngine }) => void) | null = null
  open = true

  constructor() {
    FakeEngine.built.push(this)
  }

  postMessage(message: ToEngine): void {
    if (!this.open || !('ask' in message)) return
    const body = new TextEncoder().encode(String(FakeEngine.built.indexOf(this)))
    this.onmessage?.({ data: { answer: message.ask, status: 200, headers: {}, body } })
  }

  terminate(): void {
    this.open = false
  }
}

/** A fake BroadcastChannel that delivers messages to the other pages synchronously. */
class Channel {
  static all: Channel[] = []
  onmessage: ((event: { data: unknown }) => void) | null = null

  constructor() {
    Channel.all.push(this)
  }

  postMessage(data: unknown): void {
    for (const other of Channel.all) if (other !== this) other.onmessage?.({ data })
  }
}

const leaving: (() => void)[] = []
const ask = async (page: ReturnType<typeof openSite>): Promise<string> => (await page.fetch('/api/home')).text()

beforeEach(() => {
  FakeEngine.built = []
  Channel.all = []
  leaving.length = 0
  vi.stubGlobal('Worker', FakeEngine)
  vi.stubGlobal('BroadcastChannel', Channel)
  vi.stubGlobal('location', new URL('http://meute.test/some/path/'))
  vi.stubGlobal('navigator', { language: 'fr' })
  vi.stubGlobal('document', { getElementById: () => ({ textContent: '{"engine": {}, "answers": {}}' }) })
  vi.stubGlobal('addEventListener', (name: string, hear: () => void) => name === 'pagehide' && leaving.push(hear))
})

it('runs one engine without the Web Locks API, in the page opened last', async () => {
  const first = openSite()
  expect(await ask(first)).toBe('0')
  const second = openSite()
  const third = openSite()
  expect(await Promise.all([first, second, third].map(ask))).toEqual(['2', '2', '2'])
  expect(FakeEngine.built.filter((engine) => engine.open)).toHaveLength(1)

  FakeEngine.built[2]?.terminate()
  Channel.all.pop()
  leaving[2]?.()
  expect(FakeEngine.built.filter((engine) => engine.open)).toHaveLength(1)
  expect(await ask(first)).toBe(await ask(second))
})
