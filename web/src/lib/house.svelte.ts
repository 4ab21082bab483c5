/** What the home page knows: who looks, the games, the bots, the guest's tables. */
import type { BotSent, HomeSent } from '../wire'
import { fetchHome, rename } from './api'
import { SITE } from './carrier'
import { settings } from './settings.svelte'

class House {
  home = $state.raw<HomeSent | null>(null)
  /** the bots that have a face and a sentence, weakest first */
  bots = $derived<BotSent[]>(
    (this.home?.bots ?? [])
      .filter((bot) => settings.words.has(`page.bot.${bot.name}`))
      .sort((a, b) => a.strength - b.strength),
  )

  async load(): Promise<void> {
    this.home = await fetchHome()
  }

  /** 1 for the weakest bot to 4; any other bot looks like the second */
  level(bot: string): 1 | 2 | 3 | 4 {
    const at = this.bots.findIndex((one) => one.name === bot)
    return (at < 0 ? 2 : Math.min(at + 1, 4)) as 1 | 2 | 3 | 4
  }

  /** Whom a newcomer meets: neither the weakest nor a slow thinker. */
  get usualBot(): string {
    return (this.bots[1] ?? this.bots[0])?.name ?? ''
  }

  /** only this machine is served: a link leads nobody else here */
  alone = $derived(this.home?.others === null)

  /** A path of the page as an address to give away. */
  link(path: string): string {
    return SITE ? new URL(`#${path}`, location.href).href : (this.home?.others || location.origin) + path
  }

  async rename(name: string): Promise<void> {
    const guest = await rename({ name, language: settings.language })
    if (this.home) this.home = { ...this.home, guest }
  }
}

export const house = new House()
