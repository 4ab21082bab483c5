import { describe, expect, it } from 'vitest'

const sources = import.meta.glob<string>(['../**/*.svelte', '../**/*.ts', '!../**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const catalogues = import.meta.glob<string>('../../../src/meute/server/text/*.po', {
  query: '?raw',
  import: 'default',
  eager: true,
})

const all = Object.values(sources).join('\n')
/** keys in the source: complete ones, and the prefixes of computed ones */
const used = [...all.matchAll(/['"`](page\.[\w.]*)(\$\{)?/g)].map(([, key = '', more]) => ({
  key,
  more: Boolean(more),
}))

describe.each(Object.entries(catalogues))('%s', (_, text) => {
  const keys = [...text.matchAll(/^msgid "(page\.[^"]+)"$/gm)].map(([, key = '']) => key)

  it('has every sentence that the page says', () => {
    const missing = used.filter(({ key, more }) =>
      more ? !keys.some((one) => one.startsWith(key)) : !keys.includes(key),
    )
    expect(missing).toEqual([])
  })

  it('has no unused sentence', () => {
    // `<key>.text`, the effect of a thing, is used wherever <key> is used (in `data-about`)
    const named = (key: string): string => key.replace(/\.text$/, '')
    const spare = keys.filter(
      (key) => !used.some((one) => (one.more ? key.startsWith(one.key) : named(key) === one.key)),
    )
    expect(spare).toEqual([])
  })
})
