/** Where the page is: the address bar, as state. */
class Router {
  path = $state(location.pathname)
  query = $state.raw(new URLSearchParams(location.search))

  constructor() {
    addEventListener('popstate', () => this.#read())
  }

  go(to: string): void {
    if (to !== location.pathname + location.search) history.pushState(null, '', to)
    this.#read()
    scrollTo(0, 0)
  }

  /** Changes the address without a step in the history. */
  replace(to: string): void {
    history.replaceState(null, '', to)
    this.#read()
  }

  /** Follows a link of ours without loading the page again. */
  follow(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return
    if (link.origin !== location.origin || link.target || link.hasAttribute('download') || link.hash) return
    event.preventDefault()
    this.go(link.pathname + link.search)
  }

  #read(): void {
    this.path = location.pathname
    this.query = new URLSearchParams(location.search)
  }
}

export const router = new Router()
