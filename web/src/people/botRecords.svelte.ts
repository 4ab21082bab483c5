/** The viewer's record against the levels of computer players. */
import { homeStore } from '../lib/home.svelte'
import { t } from '../lib/settings.svelte'
import type { BotRecordSent } from '../wire'
import { fetchBotRecords } from './api'

class BotRecords {
  #list = $state.raw<readonly BotRecordSent[]>([])

  /** Fetches the records again: on a table page, and after a game. */
  async load(): Promise<void> {
    this.#list = (await fetchBotRecords()).records
  }

  /** The record against a level that people can choose. */
  of(game: string, bot: string): BotRecordSent | undefined {
    if (!homeStore.bots.some((one) => one.name === bot)) return undefined
    return this.#list.find((one) => one.game === game && one.bot === bot)
  }

  /** The level and the record against it, in few words; without games, the level alone. */
  note(game: string, bot: string): string {
    const level = t(`page.bot.${bot}`)
    const found = this.of(game, bot)
    return found ? t('people.bot_record', { level, wins: found.wins, games: found.games }) : level
  }

  /** A sentence on the record; empty without games. */
  sentence(game: string, bot: string): string {
    const found = this.of(game, bot)
    const level = t(`page.bot.${bot}`)
    return found ? t('people.bot_record_long', { level, wins: found.wins, games: found.games }) : ''
  }
}

export const botRecords = new BotRecords()
