import type { AventureCardShown, AventureShown } from '../../wire'

/** What the viewer hovers or focuses: shared by the grid, the market and the lists beside them. */
export class Hover {
  /** a cell of the viewer's own grid */
  cell = $state<string | null>(null)
  /** an Objective whose cards are highlighted */
  goal = $state<string | null>(null)
  /** the icons of every Story seen so far, for signs in sentences */
  icons = $state.raw<Readonly<Record<string, readonly string[]>>>({})

  learn(shown: AventureShown): void {
    const cards = [
      shown.hand,
      shown.deck.shown,
      ...shown.market.map((place) => place.card),
      ...shown.grids.flatMap((grid) => grid.cells.map((cell) => cell.card)),
    ]
    const fresh = cards.filter(
      (card): card is AventureCardShown => card !== null && !card.goal && !card.mark && !(card.card in this.icons),
    )
    if (fresh.length)
      this.icons = { ...this.icons, ...Object.fromEntries(fresh.map((card) => [card.card, card.icons])) }
  }
}
