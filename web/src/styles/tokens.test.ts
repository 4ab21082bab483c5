import { describe, expect, it } from 'vitest'
import source from './tokens.css?raw'

const css = source.replace(/\/\*[\s\S]*?\*\//g, '')

type Tokens = Record<string, string>

function read(block: string): Tokens {
  return Object.fromEntries([...block.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map((m) => [m[1] ?? '', m[2] ?? '']))
}

const blockAfter = (mark: string): string => {
  const from = css.indexOf(mark)
  return css.slice(from, css.indexOf('}', from))
}

const tokens = {
  ...read(blockAfter(':root {\n  color-scheme: dark light')),
  ...read(blockAfter(':root {\n  --art-ink')),
}
/** The value of a colour in a theme: `light-dark()` has one for each. */
const inTheme = (i: 0 | 1): Tokens =>
  Object.fromEntries(
    Object.entries(tokens).map(([name, value]) => {
      const both = /^light-dark\((.+), (.+)\)$/.exec(value)?.slice(1)
      return [name, both?.[i] ?? value]
    }),
  )
const themes: [string, Tokens][] = [
  ['light', inTheme(0)],
  ['dark', inTheme(1)],
]

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((i) => Number.parseInt(hex.slice(i, i + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string, b: string): number {
  const [hi = 0, lo = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (hi + 0.05) / (lo + 0.05)
}

/** text colour, background colour, minimum contrast */
const PAIRS: [string, string, number][] = [
  ...['--ink-0', '--ink-1', '--ink-2', '--ink-3'].flatMap((ink): [string, string, number][] => [
    ['--moon', ink, 4.5],
    ['--moon-2', ink, 4.5],
  ]),
  ...['--ink-0', '--ink-1', '--ink-2'].flatMap((ink): [string, string, number][] => [
    ['--gold-text', ink, 4.5],
    ['--frost', ink, 4.5],
    ['--moss', ink, 4.5],
    ['--ember', ink, 4.5],
    ['--gold', ink, 3],
    ['--line-strong', ink, 3],
    ['--suit-noir', ink, 4.5],
    ['--suit-orange', ink, 4.5],
    ['--suit-vert', ink, 4.5],
    ['--suit-bleu', ink, 4.5],
    ['--suit-rouge', ink, 4.5],
  ]),
  ['--ink-0', '--ember', 4.5],
  ['--on-gold', '--gold-1', 4.5],
  ['--on-gold', '--gold-2', 4.5],
  ['--on-plate', '--plate', 4.5],
  ['--token-ink', '--token', 4.5],
  ['--vp-ink', '--vp-face', 4.5],
  ['--art-moon', '--art-ink', 4.5],
  ...['noir', 'orange', 'vert', 'bleu', 'rouge'].flatMap((s): [string, string, number][] => [
    [`--${s}-deep`, '--paper', 4.5],
    [`--${s}-bright`, '--art-ink', 4.5],
  ]),
  ...['prairies', 'rocheuses', 'neiges', 'desert', 'forets'].map((p): [string, string, number] => [
    `--p-${p}`,
    `--p-${p}-d`,
    4.5,
  ]),
  ...['green', 'blue', 'black', 'yellow', 'orange', 'grey'].map((t): [string, string, number] => [
    `--t-${t}`,
    `--t-${t}-d`,
    4.5,
  ]),
  ...['human', 'mammoth', 'bear', 'crocodile', 'eagle', 'snake'].map((w): [string, string, number] => [
    `--w-${w}`,
    `--w-${w}-d`,
    4.5,
  ]),
  ...['foret', 'ville', 'chateau', 'chasseuse', 'louvette', 'loups', 'villageois', 'soldats', 'parents'].map(
    (a): [string, string, number] => ['--cream', `--a-${a}`, 4.5],
  ),
]

describe('design tokens', () => {
  it('has a value of its own for light pages', () => {
    expect(Object.keys(tokens).filter((name) => themes[0]?.[1][name] !== themes[1]?.[1][name]).length).toBeGreaterThan(
      20,
    )
  })

  describe.each(themes)('%s', (_, tokens) => {
    it.each(PAIRS)('%s on %s reaches %f:1', (front, back, least) => {
      expect(contrast(tokens[front] ?? '', tokens[back] ?? '')).toBeGreaterThanOrEqual(least)
    })
  })
})
