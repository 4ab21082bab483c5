/** Makes the site work without a network after the first visit, and tells when a newer one has come. */
export async function keepOffline(root: string, renewed: () => void): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    const worker = await navigator.serviceWorker.register(new URL('offline.js', root), { scope: root })
    const watch = (): void => {
      const next = worker.waiting ?? worker.installing
      // the first one to come replaces nothing
      if (!next || !worker.active) return
      const told = (): void => {
        if (next.state !== 'installed') return
        navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true })
        renewed()
      }
      next.addEventListener('statechange', told)
      told()
    }
    worker.addEventListener('updatefound', watch)
    watch()
  } catch {
    return
  }
}

/** Loads the page again; if there is a newer site, that one takes over in all pages of this one. */
export async function renew(): Promise<void> {
  const worker = 'serviceWorker' in navigator ? await navigator.serviceWorker.getRegistration() : undefined
  if (worker?.waiting) worker.waiting.postMessage('take over')
  else location.reload()
}
