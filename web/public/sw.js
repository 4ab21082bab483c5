// Service worker of a server: shows push notifications while no page is open.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('push', (event) => {
  const { title, body, tag, url } = event.data.json()
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon: '/icon-192.png', data: { url } }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show(event.notification.data.url))
})

/** Opens the address in an open page, else in a new one. */
async function show(url) {
  const pages = await self.clients.matchAll({ type: 'window' })
  const page = pages.find((one) => new URL(one.url).pathname === url) ?? pages[0]
  if (!page) return self.clients.openWindow(url)
  await page.focus()
  return new URL(page.url).pathname === url ? undefined : page.navigate(url)
}
