/** A table as a picture, for programs: they call `draw` and take a screenshot. */
import { flushSync, mount, unmount } from 'svelte'
import '../styles/fonts.css'
import '../styles/tokens.css'
import '../styles/base.css'
import { findBoard } from '../boards'
import { settings } from '../lib/settings.svelte'
import { Words } from '../lib/catalogue'
import type { SceneSent } from '../wire'
import Picture from './Picture.svelte'

export interface Drawing {
  scene: SceneSent
  names: readonly string[]
}

declare global {
  interface Window {
    speak: (language: string, entries: Record<string, string>) => void
    draw: (drawing: Drawing) => Promise<void>
  }
}

let drawn: Record<string, unknown> | null = null

window.speak = (language, entries) => {
  settings.words = new Words(language, entries)
  document.documentElement.lang = language
}

window.draw = async (drawing) => {
  const board = await findBoard(drawing.scene.shown.game)
  if (!board) throw new Error(drawing.scene.shown.game)
  if (drawn) await unmount(drawn)
  drawn = mount(Picture, { target: document.body, props: { board, ...drawing } })
  flushSync()
  await document.fonts.ready
}
