/** HTTP requests about tournaments, the league and groups. */
import { get, post } from '../lib/api'
import type {
  CodeSent,
  GroupSent,
  GroupsSent,
  LeagueProgressSent,
  LeagueSent,
  TournamentRequest,
  TournamentSent,
  TournamentsSent,
  WebhookRequest,
} from '../wire'

const tournament = (code: string): string => `/api/tournaments/${encodeURIComponent(code)}`
const group = (code: string): string => `/api/groups/${encodeURIComponent(code)}`

export const fetchTournaments = (): Promise<TournamentsSent> => get('/api/tournaments')
export const makeTournament = (body: TournamentRequest): Promise<CodeSent> => post('/api/tournaments', body)
export const act = (code: string, what: 'join' | 'leave' | 'start' | 'stop'): Promise<TournamentSent> =>
  post(`${tournament(code)}/${what}`, {})
export const removePlayer = (code: string, player: number): Promise<TournamentSent> =>
  post(`${tournament(code)}/remove`, { player })

export const fetchLeague = (): Promise<LeagueSent> => get('/api/league')
export const fetchLeagueProgress = (): Promise<LeagueProgressSent> => get('/api/league/progress')
export const openLeagueDeal = (deal: number): Promise<CodeSent> => post('/api/league', { deal })

export const fetchGroups = (): Promise<GroupsSent> => get('/api/groups')
export const makeGroup = (name: string): Promise<CodeSent> => post('/api/groups', { name })
export const joinGroup = (code: string): Promise<GroupSent> => post(`${group(code)}/join`, {})
export const leaveGroup = (code: string): Promise<GroupsSent> => post(`${group(code)}/leave`, {})
export const renameGroup = (code: string, name: string): Promise<GroupSent> => post(`${group(code)}/rename`, { name })
export const removeMember = (code: string, person: string): Promise<GroupSent> =>
  post(`${group(code)}/remove`, { person })
export const addGroupWebhook = (code: string, body: WebhookRequest): Promise<GroupSent> =>
  post(`${group(code)}/webhooks`, body)
export const dropGroupWebhook = (code: string, handle: string): Promise<GroupSent> =>
  post(`${group(code)}/webhooks/drop`, { handle })
