/** Asking the alpha, by its button or by key. */
import { tick } from 'svelte'
import { prospects } from '../lib/advice.svelte'
import { focusQuestion } from '../lib/rovingFocus'
import type { TableStore } from '../lib/table.svelte'

/** Whether the viewed seat has a decision here, and the table allows hints. */
export function mayAsk(table: TableStore): boolean {
  const { scene } = table
  if (!scene || scene.seat < 0 || scene.result || !scene.asked.includes(scene.seat)) return false
  return table.over || Boolean(table.table?.hints && scene.seat === table.seat)
}

export function isAdvised(table: TableStore): boolean {
  return Boolean(table.scene && table.advice.isAbout(table.scene))
}

/** Asks for a hint about the scene shown. */
export function ask(table: TableStore): void {
  if (!table.scene || !mayAsk(table)) return
  table.choice.cancel()
  table.advice.ask(table.scene.seat, table.scene.step)
}

export function toggle(table: TableStore): void {
  if (isAdvised(table)) table.advice.close()
  else ask(table)
}

/** Whether the selected choice of the hint can be played now. */
export function canPlay(table: TableStore): boolean {
  const [first] = selected(table)?.choice.text.split(' ') ?? []
  return Boolean(table.choice.ask?.choices.some((choice) => choice.text === first))
}

export function play(table: TableStore): void {
  const one = selected(table)
  if (one && canPlay(table)) table.choice.play(one.choice.text)
}

function focusPanel(): void {
  document.querySelector<HTMLElement>('[data-advice]')?.focus()
}

function selected(table: TableStore) {
  return table.advice.hint ? prospects(table.advice.hint)[table.advice.selected] : undefined
}

/** H asks or closes; while the hint is open, its number selects a choice and Enter plays it. Returns whether the key
 * was meant for the hint. */
export function key(table: TableStore, event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false
  if (event.key.toLowerCase() === 'h') {
    if (!mayAsk(table)) return false
    toggle(table)
    // Enter plays while the focus is in the panel
    void tick().then(() => (isAdvised(table) ? focusPanel() : focusQuestion()))
    return true
  }
  const { hint } = table.advice
  if (!hint || !isAdvised(table)) return false
  const number = Number(event.key)
  if (number >= 1 && number <= prospects(hint).length) {
    table.advice.selected = number - 1
    focusPanel()
    return true
  }
  // on another control, Enter presses that
  const on =
    event.target instanceof Element ? event.target.closest('button, a, summary, [role="button"], dialog') : null
  if (event.key !== 'Enter' || (on && !on.matches('[data-advice] .choice'))) return false
  play(table)
  return true
}
