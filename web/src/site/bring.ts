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

  /** Compiled as it comes. */
  async module(name: string): Promise<WebAssembly.Module> {
    return this.#whole(name, WebAssembly.compileStreaming(this.#packed(name, 'application/wasm')))
  }

  async bytes(name: string): Promise<Uint8Array<ArrayBuffer>> {
    const plain = this.#packed(name, 'application/octet-stream').then((answer) => answer.arrayBuffer())
    return new Uint8Array(await this.#whole(name, plain))
  }

  /** What breaks off on the way is missing; what this browser cannot compile is not. */
  async #whole<T>(name: string, coming: Promise<T>): Promise<T> {
    return coming.catch((error: unknown) => {
      throw error instanceof WebAssembly.CompileError ? error : new Missing(`${name}: ${String(error)}`)
    })
  }

  /** A packed file, plain, as it comes. */
  async #packed(name: string, type: string): Promise<Response> {
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

  /** A script, which the browser loads itself; it is kept for the next visit, without asking for it twice. */
  async script<T>(name: string): Promise<T> {
    const url = this.url(name)
    const loaded = (await import(/* @vite-ignore */ url).catch(() => Promise.reject(new Missing(url)))) as T
    this.count(this.told.engine[name]?.[1] ?? 0)
    void this.#keep(url)
    return loaded
  }

  /** Python's memory as it was kept at an earlier start, if it was. */
  async memory(): Promise<ArrayBuffer | null> {
    const known = await (await this.#cache)?.match(this.#memory())
    return known ? known.arrayBuffer() : null
  }

  async keepMemory(memory: Uint8Array<ArrayBuffer>): Promise<void> {
    await (await this.#cache)?.put(this.#memory(), new Response(memory)).catch(() => undefined)
  }

  async forgetMemory(): Promise<void> {
    await (await this.#cache)?.delete(this.#memory())
  }

  #memory(): string {
    return new URL(this.told.memory, this.root).href
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
