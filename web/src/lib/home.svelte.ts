/** State of the home page: the guest, games, bots and the guest's tables. */
import type { BotSent, FromHome, HomeSent, TableSummarySent } from '../wire'
import { fetchHome, rename } from './api'
import { arrival } from '../site/arrival.svelte'
import { remember, remembered } from '../site/lastVisit'
import { VISITED } from '../site/site'
import { transport, SITE } from './transport'
import { load, save } from './localStorage'
import { followed } from './followed.svelte'
import { roomStore } from './room.svelte'
import { settings } from './settings.svelte'
import { ReconnectingSocket } from './socket'

/** for this time a loaded page is as good as new */
const FRESH_MS = 2000

/** The part of the home page that depends on the guest. */
type Own = Pick<HomeSent, 'guest' | 'tables'>

class HomeStore {
  home = $state.raw<HomeSent | null>(null)
  /** bots with a portrait and a description, weakest first */
  bots = $derived<BotSent[]>(
    (this.home?.bots ?? [])
      .filter((bot) => settings.words.has(`page.bot.${bot.name}`))
      .sort((a, b) => a.strength - b.strength),
  )

  /** a returning visitor's tables are unknown until the site's engine has started */
  coming = $state(false)

  #loadedAt = 0

  /** Loads the home page again, unless that has just been done. */
  async refresh(): Promise<void> {
    if (Date.now() - this.#loadedAt > FRESH_MS) await this.load()
  }

  async load(): Promise<void> {
    this.#loadedAt = Date.now()
    const early = SITE && !arrival.ready
    const last = early ? remembered<Own>('home') : null
    const home = await fetchHome()
    this.coming = early && !last && load(VISITED) !== null
    this.#show({ ...home, ...last }, !early)
  }

  #show(home: HomeSent, whole: boolean): void {
    this.home = home
    if (SITE && whole) remember('home', { guest: home.guest, tables: home.tables } satisfies Own)
  }

  /** Subscribes to changes of the guest's tables and search, of the public room, and of what a page shows beside it (such
   * as `tournament abc`); returns the unsubscribe function. */
  follow(withRoom: boolean, subject = ''): () => void {
    let open = false
    const query = new URLSearchParams({
      ...(withRoom && { room: '1' }),
      ...(subject && { follow: subject }),
    }).toString()
    followed.expect(subject)
    const hello = { last: -1, era: 0, seat: null }
    const connection = new ReconnectingSocket<FromHome>({
      connect: (handlers) => transport.connect(`/api/home/live${query && `?${query}`}`, handlers),
      hello: () => hello,
      onmessage: (message) => {
        if (message.is === 'room') roomStore.room = message
        else if (message.is === 'seek') roomStore.show(message)
        else if (message.is !== 'lines') followed.show(subject, message)
        if (message.is !== 'lines' || !this.home) return
        this.coming = false
        this.home = { ...this.home, tables: message.tables }
      },
      onstate: (state) => (open = state === 'open'),
    })
    // reload when visible again: the browser may have slept, or the connection may be refused
    const refresh = (): void => {
      if (document.visibilityState !== 'visible') return
      if (open) connection.send({ do: 'hello', ...hello })
      else this.load().catch(() => undefined)
      connection.hurry()
    }
    document.addEventListener('visibilitychange', refresh)
    window.addEventListener('online', refresh)
    return () => {
      document.removeEventListener('visibilitychange', refresh)
      window.removeEventListener('online', refresh)
      connection.close()
    }
  }

  /** Level of a bot's portrait, 1 (weakest) to 4; unknown bots look like level 2. */
  level(bot: string): 1 | 2 | 3 | 4 {
    const at = this.bots.findIndex((one) => one.name === bot)
    return (at < 0 ? 2 : Math.min(at + 1, 4)) as 1 | 2 | 3 | 4
  }

  /** The level last chosen; at first neither the weakest nor a slow bot. */
  get usualBot(): string {
    const last = load('bot')
    return (this.bots.find((bot) => bot.name === last) ?? this.bots[1] ?? this.bots[0])?.name ?? ''
  }

  /** Remembers the level of computer players for the next table and for added seats. */
  chooseBot(bot: string): void {
    save('bot', bot)
  }

  /** the server listens on this machine only: links are useless to others */
  alone = $derived(this.home?.others === null)

  /** Another table than this one that waits for the guest: a turn, or an invitation. */
  awaited(code: string): TableSummarySent | undefined {
    return this.home?.tables.find((line) => line.code !== code && (line.my_turn || line.invited))
  }

  /** The absolute address of a path, to be shared. */
  link(path: string): string {
    return SITE ? new URL(`#${path}`, location.href).href : (this.home?.others || location.origin) + path
  }

  async rename(name: string): Promise<void> {
    const guest = await rename({ name, language: settings.language })
    if (this.home) this.#show({ ...this.home, guest }, true)
  }
}

export const homeStore = new HomeStore()
