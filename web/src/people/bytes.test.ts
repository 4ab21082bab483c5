import { expect, test } from 'vitest'
import { toBytes, toText } from './bytes'

test('bytes travel as text and come back', () => {
  const raw = Uint8Array.from({ length: 256 }, (_, n) => n)
  expect(toText(raw.buffer)).not.toMatch(/[+/=]/)
  expect(toBytes(toText(raw.buffer))).toEqual(raw)
})
