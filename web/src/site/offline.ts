/** Makes the site work without a network after the first visit, and tells when a newer one has come. */
export async function keepOffline(root: string, renewed: () => void): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    const known = navigator.serviceWorker.controller !== null
    const worker = await navigator.serviceWorker.register(new URL('offline.js', root), { scope: root })
    if (worker.waiting && known) renewed()
    worker.addEventListener('updatefound', () => {
      const next = worker.installing
      next?.addEventListener('statechange', () => {
        if (next.state === 'installed' && known) renewed()
      })
    })
  } catch {
    return
  }
}

/** The newer site takes over, in all pages of this one. */
export async function renew(): Promise<void> {
  const worker = await navigator.serviceWorker.getRegistration()
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload())
  if (worker?.waiting) worker.waiting.postMessage('take over')
  else location.reload()
}
