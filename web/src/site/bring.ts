/** Brings the engine's files: out of the cache or over the network, unpacked on the way, counted as they come. */
import type { Told } from './told'

export class Missing extends Error {}

export class Bringer {
  #cache: Promise<Cache | null>

  constructor(
    private readonly told: Told,
    private readonly root: string,
    private readonly count: (bytes: number) => void,
  ) {
    this.#cache = globalThis.caches?.open(`meute engine ${root}`).catch(() => null) ?? Promise.resolve(null)
  }

  url(name: string): string {
    return new URL(this.told.engine[name]?.[0] ?? name, this.root).href
  }

  /** A packed file, plain, as it comes. */
  async packed(name: string, type: string): Promise<Response> {
    const answer = await this.#answer(this.url(name))
    const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (part, out) => {
        this.count(part.byteLength)
        out.enqueue(part)
      },
    })
    const plain = answer.body?.pipeThrough(counted).pipeThrough(new DecompressionStream('gzip'))
    return new Response(plain ?? null, { headers: { 'content-type': type } })
  }

  async bytes(name: string): Promise<Uint8Array> {
    return new Uint8Array(await (await this.packed(name, 'application/octet-stream')).arrayBuffer())
  }

  /** A script, which the browser loads itself; it is kept for the next visit, without asking for it twice. */
  async script<T>(name: string): Promise<T> {
    const url = this.url(name)
    const loaded = (await import(/* @vite-ignore */ url).catch(() => Promise.reject(new Missing(url)))) as T
    this.count(this.told.engine[name]?.[1] ?? 0)
    void this.#keep(url)
    return loaded
  }

  async #keep(url: string): Promise<void> {
    const cache = await this.#cache
    if (!cache || (await cache.match(url))) return
    await cache.put(url, await fetch(url, { cache: 'force-cache' })).catch(() => undefined)
  }

  async #answer(url: string): Promise<Response> {
    const cache = await this.#cache
    const known = await cache?.match(url)
    if (known) return known
    const answer = await fetch(url).catch(() => null)
    if (!answer?.ok) throw new Missing(url)
    // a browser without room for it plays all the same
    void cache?.put(url, answer.clone()).catch(() => undefined)
    return answer
  }
}
