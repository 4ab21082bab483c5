/** What the house keeps in this browser: one value in IndexedDB. */
const STORE = 'kept'
const KEY = 'house'

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('storage'))
  })
}

export class Shelf {
  private constructor(private readonly base: IDBDatabase | null) {}

  /** Of the site in this folder; where the browser keeps nothing, a shelf that forgets. */
  static async open(root: string): Promise<Shelf> {
    try {
      const asked = indexedDB.open(`meute ${root}`, 1)
      asked.onupgradeneeded = () => asked.result.createObjectStore(STORE)
      return new Shelf(await done(asked))
    } catch {
      return new Shelf(null)
    }
  }

  get keeps(): boolean {
    return this.base !== null
  }

  async read(): Promise<Uint8Array> {
    if (!this.base) return new Uint8Array()
    const found: unknown = await done(this.base.transaction(STORE).objectStore(STORE).get(KEY))
    return found instanceof Uint8Array ? found : new Uint8Array()
  }

  /** Until it is on the disk; all of it, or nothing. */
  async write(value: Uint8Array): Promise<void> {
    const base = this.base
    if (!base) return
    await new Promise<void>((resolve, reject) => {
      const work = base.transaction(STORE, 'readwrite', { durability: 'strict' })
      work.oncomplete = () => resolve()
      work.onabort = () => reject(work.error ?? new Error('storage'))
      work.objectStore(STORE).put(value, KEY)
    })
  }
}
