/** Router: the address bar as state. */
import { SITE } from './transport'

/** The current address. On a static site, paths are in the hash, because a file server serves only one page. */
const here = (): URL => (SITE ? new URL(location.hash.slice(1) || '/', location.origin) : new URL(location.href))
const shown = (to: string): string => (SITE ? `#${to}` : to)

class Router {
  path = $state(here().pathname)
  query = $state.raw(here().searchParams)

  constructor() {
    addEventListener('popstate', () => this.#read())
  }

  go(to: string): void {
    const { pathname, search } = here()
    if (to !== pathname + search) history.pushState(null, '', shown(to))
    this.#read()
    scrollTo(0, 0)
  }

  /** Replaces the address without a history entry. */
  replace(to: string): void {
    history.replaceState(null, '', shown(to))
    this.#read()
  }

  /** Follows internal links without reloading the page. */
  follow(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return
    if (link.origin !== location.origin || link.target || link.hasAttribute('download')) return
    const ours = SITE && link.hash.startsWith('#/')
    if (link.hash && !ours) return
    event.preventDefault()
    this.go(ours ? link.hash.slice(1) : link.pathname + link.search)
  }

  #read(): void {
    const { pathname, searchParams } = here()
    this.path = pathname
    this.query = searchParams
  }
}

export const router = new Router()
