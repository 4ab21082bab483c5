/** Title and icon of the browser tab: the game, the viewer's turn, and the number of waiting tables. */
class Tab {
  game = $state('')
  turn = $state(false)
  waiting = $state(0)
  /** time left to answer a call to a table */
  call = $state('')
}

export const tab = new Tab()
