/** State that the components of a board share (selections, tabs): one instance for each displayed board. */
import { getContext, setContext } from 'svelte'

const KEY = Symbol('board state')

/** Begins the state of the boards inside a component; call it while the component is created. */
export function beginBoardState(): void {
  setContext(KEY, new Map())
}

/** The board's instance of this class, created on first use; outside of boards (a sign in a sentence), a new one. */
export function boardState<T>(State: new () => T): T {
  const states = getContext<Map<unknown, unknown> | undefined>(KEY)
  const state = (states?.get(State) as T | undefined) ?? new State()
  states?.set(State, state)
  return state
}
