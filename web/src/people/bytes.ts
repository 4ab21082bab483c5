/** Base64url encoding of bytes in JSON. */
export function toText(raw: ArrayBuffer): string {
  const letters = String.fromCharCode(...new Uint8Array(raw))
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

export function toBytes(text: string): Uint8Array<ArrayBuffer> {
  const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
}
