import type { Component } from 'svelte'
import { render } from 'svelte/server'
import { describe, expect, it } from 'vitest'
import AventureGoal from './aventure/GoalCard.svelte'
import { ICONS } from './aventure/aventure'
import StoryCard from './aventure/StoryCard.svelte'
import StoryMark from './aventure/StoryMark.svelte'
import ClanPiece from './clan/ClanPiece.svelte'
import { PACKS, PLINTHS, PREY, TERRAINS } from './clan/clan'
import LoneWolf from './clan/LoneWolf.svelte'
import PreyToken from './clan/PreyToken.svelte'
import TerrainHex from './clan/TerrainHex.svelte'
import BotFace from './common/BotFace.svelte'
import { FURS, type FurName } from './common/fur'
import Moon from './common/Moon.svelte'
import WinnerScene from './common/WinnerScene.svelte'
import WolfFace from './common/WolfFace.svelte'
import WolfHead from './common/WolfHead.svelte'
import Wordmark from './common/Wordmark.svelte'
import GamePicture from './home/GamePicture.svelte'
import { GAMES } from './home/games'
import HeroScene from './home/HeroScene.svelte'
import ClawPill from './terres/ClawPill.svelte'
import ClawToken from './terres/ClawToken.svelte'
import SuitGlyph from './terres/SuitGlyph.svelte'
import { CLAW_IDS, SUITS, suitOf, TERRITORIES } from './terres/terres'
import TerresBanner from './terres/TerresBanner.svelte'
import TerritoryScene from './terres/TerritoryScene.svelte'
import VictoryToken from './terres/VictoryToken.svelte'
import WolfCard from './terres/WolfCard.svelte'
import Renown from './traces/Renown.svelte'
import SeatMark from './traces/SeatMark.svelte'
import StrengthScale from './traces/StrengthScale.svelte'
import { COLOURS } from './traces/traces'
import Ground from './wildlife/Ground.svelte'
import SpeciesPiece from './wildlife/SpeciesPiece.svelte'
import { CARD_KINDS, SPECIES, TERRAINS as WILD } from './wildlife/wildlife'
import WildCard from './wildlife/WildCard.svelte'
import { Words } from '../lib/catalogue'
import { settings } from '../lib/settings.svelte'

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- components of any props
type Any = Component<any>
const draw = (component: Any, props: Record<string, unknown> = {}): string =>
  render(component, { props }).body.replace(/<!--.*?-->/g, '')

const all: [string, Any, Record<string, unknown>][] = [
  ...SUITS.flatMap((suit) =>
    [2, 3, 4, 5, 6, 7].map((value): [string, Any, Record<string, unknown>] => [
      `card ${suit} ${value}`,
      WolfCard,
      { card: { suit, value }, size: 90 },
    ]),
  ),
  ['lone card', WolfCard, { card: null, size: 90 }],
  ['lone chip', WolfCard, { card: null, size: 36 }],
  ...SUITS.map((suit): [string, Any, Record<string, unknown>] => [`glyph ${suit}`, SuitGlyph, { suit }]),
  ...SUITS.map((suit): [string, Any, Record<string, unknown>] => [
    `scene ${suit}`,
    TerritoryScene,
    { suit, foot: true, grain: true },
  ]),
  ...[...CLAW_IDS, null].map((claw): [string, Any, Record<string, unknown>] => [`claw ${claw}`, ClawToken, { claw }]),
  ...[...CLAW_IDS, null].map((claw): [string, Any, Record<string, unknown>] => [`pill ${claw}`, ClawPill, { claw }]),
  ['victory', VictoryToken, { value: 10 }],
  ...(Object.keys(FURS) as FurName[]).map((fur): [string, Any, Record<string, unknown>] => [
    `head ${fur}`,
    WolfHead,
    { fur, mood: 'scar' },
  ]),
  ['empty place', WolfFace, { fur: null }],
  ['bot', BotFace, { level: 4, disc: true }],
  ['moon', Moon, { red: true, value: 3 }],
  ['wordmark', Wordmark, {}],
  ['hero', HeroScene, {}],
  ['winner', WinnerScene, { colour: null }],
  ['banner', TerresBanner, {}],
  ...GAMES.map((game): [string, Any, Record<string, unknown>] => [`picture ${game}`, GamePicture, { game }]),
  ...TERRAINS.map((terrain): [string, Any, Record<string, unknown>] => [
    `hex ${terrain}`,
    TerrainHex,
    { terrain, state: 'legal' },
  ]),
  ...PACKS.flatMap((pack) =>
    ['pack', 'alpha', 'den', 'lair'].map((kind): [string, Any, Record<string, unknown>] => [
      `${kind} ${pack}`,
      ClanPiece,
      { kind, pack },
    ]),
  ),
  ...PREY.map((prey): [string, Any, Record<string, unknown>] => [`prey ${prey}`, PreyToken, { prey, count: 2 }]),
  ['lone wolf', LoneWolf, {}],
  ...COLOURS.map((colour): [string, Any, Record<string, unknown>] => [
    `seat ${colour}`,
    SeatMark,
    { colour, letter: 'A' },
  ]),
  ...ICONS.map((icon): [string, Any, Record<string, unknown>] => [`icon ${icon}`, StoryMark, { icon, crossed: true }]),
  ...ICONS.map((icon): [string, Any, Record<string, unknown>] => [`story ${icon}`, StoryCard, { icons: [icon] }]),
  [
    'goal',
    AventureGoal,
    { goal: { kind: 'balance', left: ['foret'], right: ['ville', 'chateau'] }, points: 11, earned: 0 },
  ],
  ...SPECIES.map((species): [string, Any, Record<string, unknown>] => [
    `species ${species}`,
    SpeciesPiece,
    { species },
  ]),
  ...WILD.map((terrain): [string, Any, Record<string, unknown>] => [`ground ${terrain}`, Ground, { terrain }]),
  ...CARD_KINDS.map((kind): [string, Any, Record<string, unknown>] => [`card ${kind}`, WildCard, { kind }]),
]

describe('drawings', () => {
  it.each(all)('%s is well formed', (_, component, props) => {
    const svg = draw(component, props)
    expect(svg).toMatch(/^<svg /)
    expect(svg).not.toMatch(/NaN|undefined|Infinity/)
    // the page's security policy refuses style attributes, and drawings must not load anything from an address
    expect(svg).not.toMatch(/ style=|https?:|data:/)
    expect(svg.length).toBeLessThan(60_000)
  })

  it('is decoration unless it has a name', () => {
    expect(draw(WolfHead)).toContain('aria-hidden="true"')
    const named = draw(WolfHead, { label: 'Loup gris' })
    expect(named).toContain('role="img"')
    expect(named).toContain('aria-label="Loup gris"')
    expect(named.slice(0, named.indexOf('>'))).not.toContain('aria-hidden')
  })

  it('can be placed by its centre inside another drawing', () => {
    expect(draw(WolfHead, { cx: 100, cy: 60, size: 50 })).toMatch(/width="50" height="50" x="75" y="35"/)
    // boxes centred on 0,0 are anchored there, not in the middle of the box
    expect(draw(ClanPiece, { kind: 'den', pack: 'rock', cx: 0, cy: 0, size: 76 })).toMatch(/x="-38" y="-48"/)
  })

  it('becomes a chip below 60 px', () => {
    const card = { suit: 'bleu', value: 5 }
    expect(draw(WolfCard, { card, size: 59 })).toContain('viewBox="0 0 34 48"')
    expect(draw(WolfCard, { card, size: 60 })).toContain('viewBox="0 0 100 140"')
  })

  it('tells all nine claw tokens apart without colour', () => {
    const grey = (s: string): string => s.replace(/var\(--token-(force|points|effect)\)/g, '')
    expect(new Set(CLAW_IDS.map((claw) => grey(draw(ClawToken, { claw })))).size).toBe(9)
    expect(new Set(CLAW_IDS.map((claw) => grey(draw(ClawPill, { claw })))).size).toBe(9)
  })

  it('shows the figures of an owner’s box', () => {
    const conquered = [ClawToken, ClawPill].map((piece) => (): string => draw(piece, { claw: 'pv_si_conquis' }))
    settings.words = new Words('fr', { 'figure:terres.claw_values.pv_si_conquis': '5' })
    for (const drawn of conquered) expect(drawn()).toContain('>+5<')
    settings.setFigures({ 'terres.claw_values.pv_si_conquis': 4 })
    for (const drawn of conquered) expect(drawn()).toContain('>+4<')
    settings.setFigures({
      'traces.wolves.most_strength': 9,
      'traces.zones.yellow_from': 2,
      'traces.zones.green_from': 5,
    })
    const heights = [...draw(StrengthScale, { value: 9 }).matchAll(/<rect [^>]*height="(\d+)"/g)].map(
      ([, high]) => high,
    )
    expect(heights.join(' ')).toBe('10 15 15 15 20 20 20 20 20')
    settings.setFigures({ 'traces.wolves.most_renown': 6 })
    expect(draw(Renown, { value: 0 }).match(/<circle/g)).toHaveLength(6)
  })

  it('knows the suit of every territory', () => {
    expect(TERRITORIES.map(suitOf)).toEqual([...SUITS])
  })
})

describe('the packs of Clan', () => {
  it.each(['pack', 'alpha', 'den', 'lair'])('are told apart by shape as %s', (kind) => {
    for (const pack of PACKS)
      for (const shape of PACKS)
        expect(draw(ClanPiece, { kind, pack }).includes(PLINTHS[shape]), `${pack}, ${shape}`).toBe(pack === shape)
  })
})
