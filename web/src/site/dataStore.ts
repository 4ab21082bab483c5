/** The engine's database file in IndexedDB. */
const STORE = 'kept'
const KEY = 'house'

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('storage'))
  })
}

export class DataStore {
  private constructor(private readonly base: IDBDatabase | null) {}

  /** Opens the store of the site in this folder; without IndexedDB, one that stores nothing. */
  static async open(root: string): Promise<DataStore> {
    try {
      const asked = indexedDB.open(`meute ${root}`, 1)
      asked.onupgradeneeded = () => asked.result.createObjectStore(STORE)
      return new DataStore(await done(asked))
    } catch {
      return new DataStore(null)
    }
  }

  get persistent(): boolean {
    return this.base !== null
  }

  async read(): Promise<Uint8Array> {
    if (!this.base) return new Uint8Array()
    const found: unknown = await done(this.base.transaction(STORE).objectStore(STORE).get(KEY))
    return found instanceof Uint8Array ? found : new Uint8Array()
  }

  /** Resolves when the value is on disk; atomic. */
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
