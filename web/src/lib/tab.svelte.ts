/** What the browser's tab says: which game lies on the table, and whether it is my turn. */
class Tab {
  game = $state('')
  turn = $state(false)
}

export const tab = new Tab()
