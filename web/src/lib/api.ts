/** HTTP requests to the server. */
import type {
  CallRequest,
  CodeSent,
  DailyListSent,
  DailyRecordSent,
  DealCheckSent,
  DealTicketSent,
  ExampleSent,
  GuestSent,
  HomeSent,
  LessonRequest,
  LessonListSent,
  PuzzleListSent,
  ProfileRequest,
  RefusedSent,
  RulesSent,
  SceneSent,
  SeekRequest,
  SeekSent,
  TableRequest,
} from '../wire'
import { transport } from './transport'
import { type Entries, Words } from './catalogue'

/** The server refused, or did not answer (then without a phrase). */
export class Refusal extends Error {
  constructor(readonly refused: RefusedSent | null) {
    super(refused?.code ?? 'unreachable')
  }
}

async function ask(path: string, init?: RequestInit): Promise<Response> {
  const answer = await transport.fetch(path, init).catch(() => null)
  if (answer?.ok) return answer
  const refused = (await answer?.json().catch(() => null)) as RefusedSent | null | undefined
  throw new Refusal(refused?.phrase ? refused : null)
}

export async function get<T>(path: string): Promise<T> {
  return (await ask(path)).json() as Promise<T>
}

export async function post<T>(path: string, body: object | string, answered: 'json' | 'text' = 'json'): Promise<T> {
  const plain = typeof body === 'string'
  const answer = await ask(path, {
    method: 'POST',
    headers: { 'content-type': plain ? 'text/plain; charset=utf-8' : 'application/json' },
    body: plain ? body : JSON.stringify(body),
  })
  return answer[answered]() as Promise<T>
}

/** The catalogue of a language, or of the nearest one available. Lessons, coach, examples and each game's table are
 * separate parts, loaded when needed. */
export async function fetchWords(language: string, part = ''): Promise<Words> {
  const answer = await ask(`/api/text/${encodeURIComponent(language)}.json${part && `?part=${part}`}`)
  return new Words(answer.headers.get('content-language') ?? language, (await answer.json()) as Entries)
}
export const fetchHome = (): Promise<HomeSent> => get('/api/home')
const rules = new Map<string, Promise<RulesSent>>()

/** The rules page of a game, cached while the page is open. */
export function fetchRules(game: string, language: string): Promise<RulesSent> {
  const path = `/api/rules/${encodeURIComponent(game)}/${language}`
  const known = rules.get(path)
  if (known) return known
  const asked = get<RulesSent>(path)
  rules.set(path, asked)
  asked.catch(() => rules.delete(path))
  return asked
}
export const fetchScene = (code: string, step: number, view: number): Promise<SceneSent> =>
  get(`/api/tables/${encodeURIComponent(code)}/at/${step}?view=${view}`)
export const fetchLessons = (): Promise<LessonListSent> => get('/api/learn')
export const openLesson = (lesson: LessonRequest): Promise<CodeSent> => post('/api/learn', lesson)
/** Opens a new table that continues from a step of a finished game. */
export const playOn = (code: string, step: number): Promise<CodeSent> =>
  post(`/api/tables/${encodeURIComponent(code)}/from/${step}`, '')
export const fetchPuzzles = (): Promise<PuzzleListSent> => get('/api/puzzles')
export const openPuzzle = (game: string): Promise<CodeSent> => post('/api/puzzles', { game })
export const fetchDaily = (): Promise<DailyListSent> => get('/api/daily')
export const fetchDailyRecord = (game: string): Promise<DailyRecordSent> =>
  get(`/api/daily/${encodeURIComponent(game)}`)
export const openDaily = (game: string): Promise<CodeSent> => post('/api/daily', { game })
export const fetchExample = (game: string, name: string): Promise<ExampleSent> =>
  get(`/api/examples/${encodeURIComponent(game)}/${encodeURIComponent(name)}`)
export const findTable = (word: string): Promise<CodeSent> => get(`/api/word/${encodeURIComponent(word)}`)
export const startSeek = (seek: SeekRequest): Promise<SeekSent> => post('/api/seek', seek)
export const stopSeek = (): Promise<SeekSent> => post('/api/seek/stop', {})
export const answerCall = (call: CallRequest): Promise<SeekSent> => post('/api/call', call)
export const setVisible = (on: boolean): Promise<object> => post('/api/people/visible', { on })
/** A public running game as spectators see it now. */
export const fetchWatched = (code: string): Promise<SceneSent> => get(`/api/watch/${encodeURIComponent(code)}`)
export const rename = (me: ProfileRequest): Promise<GuestSent> => post('/api/me', me)
export const openTable = (table: TableRequest): Promise<CodeSent> => post('/api/tables', table)
export const sendRecord = (record: string): Promise<CodeSent> => post('/api/records', record)
export const fetchDeal = (code: string): Promise<DealCheckSent> => get(`/api/tables/${encodeURIComponent(code)}/deal`)
/** A ticket for a table that starts at once, with the seal of its deal. */
export const fetchTicket = (): Promise<DealTicketSent> => get('/api/deal')
export const recordAddress = (code: string): string => `/api/tables/${encodeURIComponent(code)}/record`
