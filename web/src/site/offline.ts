/** Registers the service worker for offline use, and reports a newer version. */
export async function keepOffline(root: string, renewed: () => void): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    const worker = await navigator.serviceWorker.register(new URL('offline.js', root), { scope: root })
    const watch = (): void => {
      const next = worker.waiting ?? worker.installing
      // the first worker replaces nothing
      if (!next || !worker.active) return
      const changed = (): void => {
        if (next.state !== 'installed') return
        navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
        renewed()
      }
      next.addEventListener('statechange', changed)
      changed()
    }
    worker.addEventListener('updatefound', watch)
    watch()
  } catch {
    return
  }
}

/** Reloads the page; a waiting newer version takes over in all pages of the site. */
export async function renew(): Promise<void> {
  const worker = 'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration() : undefined
  if (worker?.waiting) worker.waiting.postMessage('take over')
  else location.reload()
}
