/** Words of standings: names, numbers, signs of results, and why a player has a rank. */
import { numeral } from '../lib/catalogue'
import { settings, t } from '../lib/settings.svelte'
import type { RoundTableSent, StandingSent, TournamentSent } from '../wire'

export const number = (value: number, digits = 2): string =>
  numeral(new Intl.NumberFormat(settings.language, { maximumFractionDigits: digits }).format(value))
export const signed = (value: number): string =>
  numeral(new Intl.NumberFormat(settings.language, { signDisplay: 'exceptZero' }).format(value))
export const percent = (share: number): string =>
  new Intl.NumberFormat(settings.language, { style: 'percent', maximumFractionDigits: 0 }).format(share)

/** The name of a player; the reader is "you". */
export function playerName(tournament: TournamentSent, player: number): string {
  if (player === tournament.me) return t('page.you')
  return settings.words.named(tournament.entrants[player]?.name ?? '')
}

export const joined = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : names.slice(0, -1).join(', ') + t('clubs.and') + (names.at(-1) ?? '')

/** What a round was for a player, for a cell of the standings. */
export type Cell =
  | { kind: 'none' | 'now' | 'bye' | 'forfeit' }
  | { kind: 'duel'; sign: '+' | '=' | '−'; opponent: number }
  | { kind: 'score'; score: number }

export function cellOf(tournament: TournamentSent, row: StandingSent, round: number): Cell {
  const found = tournament.rounds[round]
  if (!found) return { kind: 'none' }
  if (found.byes.includes(row.player)) return { kind: 'bye' }
  const table = found.tables.find((one) => one.players.includes(row.player))
  if (!table) return { kind: 'none' }
  const score = row.rounds[round]
  if (!table.done || score === null || score === undefined) return { kind: table.done ? 'none' : 'now' }
  if (table.missing.includes(row.player)) return { kind: 'forfeit' }
  const opponent = table.players.find((one) => one !== row.player)
  if (tournament.line.size === 2 && tournament.line.style !== 'deals' && opponent !== undefined)
    return { kind: 'duel', sign: score > 0.5 ? '+' : score < 0.5 ? '−' : '=', opponent }
  return { kind: 'score', score }
}

/** The rank of a player in the standings. */
export const rankOf = (tournament: TournamentSent, player: number): number =>
  tournament.standings.find((row) => row.player === player)?.rank ?? 0

/** Players of a table who did not come, or whose side was given up without a game. */
export const forfeits = (table: RoundTableSent): number[] => (table.done && !table.points.length ? table.missing : [])

type Break = TournamentSent['breaks'][number]
const values: Record<Break, (row: StandingSent) => string> = {
  opponents: (row) => number(row.opponents),
  direct: (row) => number(row.direct),
  margin: (row) => signed(row.margin),
}

/** Why a player has a rank, in sentences with the names and numbers of those with the same points. */
export function reasons(tournament: TournamentSent, player: number): string[] {
  const row = tournament.standings.find((one) => one.player === player)
  if (!row) return []
  const name = (one: StandingSent): string => playerName(tournament, one.player)
  const points = t('clubs.tie.points', { number: number(row.points) })
  let equals = tournament.standings.filter((one) => one.points === row.points)
  if (equals.length < 2) return [t('clubs.tie.alone', { name: name(row), points })]
  const told = [t('clubs.tie.equal', { names: joined(equals.map(name)), points })]
  for (const by of tournament.breaks) {
    const listed = equals.map((one) => `${name(one)} ${values[by](one)}`).join(', ')
    told.push(t(`clubs.tie.${by}`, { values: listed }))
    const left = equals.filter((one) => one[by] === row[by])
    if (left.length < 2) return [...told, t('clubs.tie.rank', { name: name(row), rank: row.rank })]
    if (left.length < equals.length && by !== tournament.breaks.at(-1))
      told.push(t('clubs.tie.still', { names: joined(left.map(name)) }))
    equals = left
  }
  return [...told, t('clubs.tie.shared', { rank: row.rank })]
}
