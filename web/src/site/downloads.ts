/** Downloads the engine's files from the cache or the network, decompresses them and counts the bytes. */
import type { SiteManifest } from './protocol'

export class Missing extends Error {}

export class Downloads {
  #cache: Promise<Cache | null>

  constructor(
    private readonly manifest: SiteManifest,
    private readonly root: string,
    private readonly count: (bytes: number) => void,
  ) {
    this.#cache = globalThis.caches?.open(`meute engine ${root}`).catch(() => null) ?? Promise.resolve(null)
  }

  url(name: string): string {
    return new URL(this.manifest.engine[name]?.[0] ?? name, this.root).href
  }

  /** Compiles while downloading. */
  async module(name: string): Promise<WebAssembly.Module> {
    return this.#whole(name, WebAssembly.compileStreaming(this.#packed(name, 'application/wasm')))
  }

  async bytes(name: string): Promise<Uint8Array<ArrayBuffer>> {
    const plain = this.#packed(name, 'application/octet-stream').then((answer) => answer.arrayBuffer())
    return new Uint8Array(await this.#whole(name, plain))
  }

  /** An interrupted download is `Missing`; a compile error is not. */
  async #whole<T>(name: string, coming: Promise<T>): Promise<T> {
    return coming.catch((error: unknown) => {
      throw error instanceof WebAssembly.CompileError ? error : new Missing(`${name}: ${String(error)}`)
    })
  }

  /** A compressed file as a decompressed response. */
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

  /** A script, loaded by the browser itself, then cached without a second download. */
  async script<T>(name: string): Promise<T> {
    const url = this.url(name)
    const loaded = (await import(/* @vite-ignore */ url).catch(() => Promise.reject(new Missing(url)))) as T
    this.count(this.manifest.engine[name]?.[1] ?? 0)
    void this.#keep(url)
    return loaded
  }

  /** The Python memory snapshot of an earlier start, if cached. */
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
    return new URL(this.manifest.memory, this.root).href
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
    // a full cache is no error
    void cache?.put(url, answer.clone()).catch(() => undefined)
    return answer
  }
}
