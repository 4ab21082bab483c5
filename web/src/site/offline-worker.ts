/** Service worker of a site: serves every page from one version. */
interface Listed {
  version: string
  light: string[]
  heavy: string[]
}
interface Extended extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface Fetched extends Extended {
  request: Request
  respondWith(answer: Promise<Response>): void
}
const worker = self as unknown as {
  site: Listed
  registration: { scope: string }
  clients: { claim(): Promise<void> }
  skipWaiting(): Promise<void>
  addEventListener(name: string, listen: (event: never) => void): void
}

const FINGERPRINTED = /^(assets|answers)\//
const { version, light, heavy } = worker.site
const root = worker.registration.scope
const own = `meute page ${root} ${version}`
const engine = `meute engine ${root}`
const url = (name: string): string => new URL(name, root).href

worker.addEventListener('install', (event: Extended) => {
  event.waitUntil(caches.open(own).then((cache) => cache.addAll(light.map(fresh))))
})

/** Files without a hash in their name bypass the HTTP cache, which may hold an older version. */
function fresh(name: string): Request {
  return new Request(url(name), { cache: FINGERPRINTED.test(name) ? 'default' : 'reload' })
}

worker.addEventListener('activate', (event: Extended) => {
  event.waitUntil(tidy().then(() => worker.clients.claim()))
})

/** Deletes older versions, and engine files that this version does not use. */
async function tidy(): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith(`meute page ${root} `) && name !== own) await caches.delete(name)
  const cache = await caches.open(engine)
  const used = new Set(heavy.map(url))
  for (const known of await cache.keys()) if (!used.has(known.url)) await cache.delete(known)
}

worker.addEventListener('message', (event: MessageEvent) => {
  if (event.data === 'take over') void worker.skipWaiting()
})

worker.addEventListener('fetch', (event: Fetched) => {
  const { request } = event
  if (request.method !== 'GET' || !request.url.startsWith(root)) return
  event.respondWith(request.mode === 'navigate' ? page(request) : file(request))
})

async function page(request: Request): Promise<Response> {
  return (await (await caches.open(own)).match(root)) ?? fetch(request)
}

async function file(request: Request): Promise<Response> {
  return (
    (await (await caches.open(own)).match(request)) ??
    (await (await caches.open(engine)).match(request)) ??
    fetch(request)
  )
}

export {}
