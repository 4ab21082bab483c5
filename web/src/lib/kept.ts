/** What this browser remembers; nothing where it may not. */
export function kept(name: string): string | null {
  try {
    return localStorage.getItem(`meute.${name}`)
  } catch {
    return null
  }
}

export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(`meute.${name}`, value)
  } catch {
    return
  }
}
