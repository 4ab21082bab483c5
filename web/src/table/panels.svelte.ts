/** Panels of the table page: which are open, and what opens and closes them. */
import { tick } from 'svelte'
import { router } from '../lib/router.svelte'
import { broad, phone, roomy } from '../lib/screen.svelte'
import { load, save } from '../lib/localStorage'
import { ReviewWalk } from '../learn/reviewWalk.svelte'
import type { GameBoard } from '../boards/contract'
import type { TableStore } from '../lib/table.svelte'
import { reportError } from '../ui/notices'

export type AsideTab = 'history' | 'chat' | 'rules'

/** what the parts of the table page get */
export interface PartProps {
  table: TableStore
  board: GameBoard
  phone: boolean
  panels: Panels
}

export class Panels {
  readonly #table: TableStore
  readonly #tall: boolean
  drawer = $state(false)
  tab = $state<AsideTab>('history')
  /** heading of the rule to open */
  rule = $state('')
  menu = $state(false)
  help = $state(false)
  /** the score page */
  sheet = $state(false)
  /** the replay bar */
  replay = $state(false)
  /** the win probability curve above the replay bar */
  chances = $state(load('chances') === 'open')
  /** the review of the viewer's moves */
  review = $state.raw<ReviewWalk | null>(null)
  /** a question of the page itself (not of the game), such as a confirmation */
  asking = $state<'undo' | 'resign' | null>(null)
  /** without room beside the board, the drawer covers the board or its rail */
  over = $derived.by(() => !(this.#tall ? broad : roomy).current)

  constructor(table: TableStore, tall: boolean) {
    this.#table = table
    this.#tall = tall
    this.drawer = !this.over && (tall ? load('drawer') === 'open' : load('drawer') !== 'closed')
  }

  /** Closes or takes back the topmost thing. */
  escape(): void {
    const { choice, moments } = this.#table
    // the review hides the drawer
    if (this.review && !this.sheet) this.endReview()
    else if (this.drawer && this.over && !this.sheet) this.drawer = false
    else if (this.asking) this.asking = null
    else if (moments.now) moments.skip()
    else if (choice.refused) choice.refused = null
    else choice.back()
  }

  undo(): void {
    const { choice, undo } = this.#table
    if (undo?.free || choice.pendingSteps.length) choice.undo()
    else this.asking = 'undo'
  }

  askResign(): void {
    this.sheet = false
    this.asking = 'resign'
  }

  /** Answers the page's own question. */
  answer(yes: boolean): void {
    const question = this.asking
    this.asking = null
    if (!yes || !question) return
    if (question === 'undo') this.#table.choice.undo()
    else this.#table.send({ do: 'resign', seat: this.#table.seat })
  }

  /** Shows an earlier step; null: the current one. */
  showStep(step: number | null, view?: number): void {
    this.sheet = false
    this.asking = null
    this.#table.replay.show(step, view).catch(reportError)
  }

  openReplay(step: number, view?: number): void {
    this.replay = true
    if (phone.current) this.drawer = false
    this.showStep(step, view)
  }

  endReplay(): void {
    this.replay = false
    this.showStep(null)
    this.sheet = this.#table.over
    if (router.path.startsWith('/replay/')) router.replace(`/table/${this.#table.code}`)
  }

  openReview(): void {
    this.replay = false
    this.review ??= new ReviewWalk(this.#table)
    this.sheet = false
  }

  endReview(): void {
    this.review = null
    this.showStep(null)
    this.sheet = true
  }

  toggleChances(): void {
    this.chances = !this.chances
    save('chances', this.chances ? 'open' : 'closed')
  }

  toggleDrawer(): void {
    this.drawer = this.sheet || !this.drawer
    this.sheet = false
    if (!this.over) save('drawer', this.drawer ? 'open' : 'closed')
  }

  /** Opens the history where a bot began to play for the viewer. */
  async readHistory(): Promise<void> {
    this.drawer = true
    this.tab = 'history'
    this.#table.playedForMe = false
    await tick()
    ;[...document.querySelectorAll('.chapters .absence')].at(-1)?.scrollIntoView({ block: 'start' })
  }

  async readRule(heading: string): Promise<void> {
    this.drawer = true
    this.tab = 'rules'
    // reset first, so that the same heading opens again
    this.rule = ''
    await tick()
    this.rule = heading
  }
}
