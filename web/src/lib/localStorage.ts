/** Local storage of this browser; returns null where storage is blocked. */
export function load(name: string): string | null {
  try {
    return localStorage.getItem(`meute.${name}`)
  } catch {
    return null
  }
}

export function save(name: string, value: string): void {
  try {
    localStorage.setItem(`meute.${name}`, value)
  } catch {
    return
  }
}
