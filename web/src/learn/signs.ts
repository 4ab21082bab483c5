/** Draws the sign of every thing named in a rules text. */
import { mount, unmount } from 'svelte'
import { loadBoard } from '../boards'

export function signs(game: string): (text: HTMLElement) => () => void {
  return (text) => {
    const named = [...text.querySelectorAll<HTMLElement>('[data-mark]')]
    let drawn: Record<string, unknown>[] = []
    let gone = false
    if (named.length) {
      void loadBoard(game)?.then(({ Mark }) => {
        if (gone) return
        drawn = named.map((target) =>
          mount(Mark, {
            target,
            ...(target.firstChild && { anchor: target.firstChild }),
            props: { mark: target.dataset.mark ?? '' },
          }),
        )
      })
    }
    return () => {
      gone = true
      for (const one of drawn) void unmount(one)
    }
  }
}
