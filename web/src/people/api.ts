/** HTTP requests about accounts. */
import { get, post } from '../lib/api'
import type {
  BotRecordsSent,
  HistorySent,
  CodeOwnerSent,
  TransferCodeSent,
  SignedInSent,
  AccountSent,
  PasskeyRequest,
  SubscribePushRequest,
  RecoverySent,
  BlockRequest,
  LadderSent,
  NewTokenSent,
  RemoveSignInRequest,
  TokenRequest,
  WebhookRequest,
  QuietHoursRequest,
} from '../wire'

export const fetchMe = (): Promise<AccountSent> => get('/api/me')
export const newTransferCode = (): Promise<TransferCodeSent> => post('/api/carry', {})
export const previewTransferCode = (code: string): Promise<CodeOwnerSent> => post('/api/carry/look', { code })
export const useTransferCode = (code: string, bring: boolean): Promise<SignedInSent> =>
  post('/api/carry/use', { code, bring })
export const newRecovery = (): Promise<RecoverySent> => post('/api/recovery', {})
export const useRecovery = (code: string, bring: boolean): Promise<SignedInSent> =>
  post('/api/recovery/use', { code, bring })
export const newPasskey = (): Promise<PublicKeyCredentialCreationOptionsJSON> => post('/api/passkey/new', {})
export const addPasskey = (asked: PasskeyRequest): Promise<AccountSent> => post('/api/passkey/add', asked)
export const askPasskey = (): Promise<PublicKeyCredentialRequestOptionsJSON> => post('/api/passkey/ask', {})
export const signInByPasskey = (asked: PasskeyRequest): Promise<SignedInSent> => post('/api/passkey/enter', asked)
export const drop = (what: RemoveSignInRequest['what'], handle: string): Promise<AccountSent> =>
  post('/api/me/drop', { what, handle })
export const setStudies = (on: boolean): Promise<AccountSent> => post('/api/me/studies', { on })
export const newToken = (token: TokenRequest): Promise<NewTokenSent> => post('/api/me/tokens', token)
export const addWebhook = (webhook: WebhookRequest): Promise<AccountSent> => post('/api/me/webhooks', webhook)
export const testWebhook = (handle: string): Promise<AccountSent> => post('/api/me/webhooks/test', { handle })
export const fetchLadder = (): Promise<LadderSent> => get('/api/programs')
export const setPreferences = (preferences: QuietHoursRequest): Promise<AccountSent> =>
  post('/api/me/wishes', preferences)
export const startVacation = (days: number): Promise<AccountSent> => post('/api/me/vacation', { days })
export const deleteAccount = (name: string): Promise<object> => post('/api/me/delete', { name })
export const addPush = (push: SubscribePushRequest): Promise<AccountSent> => post('/api/push', push)
export const dropPush = (endpoint: string): Promise<AccountSent> => post('/api/push/drop', { endpoint })
export const requestMail = (address: string): Promise<AccountSent> => post('/api/mail', { address })
export const dropMail = (): Promise<AccountSent> => post('/api/mail/drop', {})
export const confirmMail = (code: string): Promise<object> => post('/api/mail/confirm', { code })
export const exportAddress = '/api/me/export'
export const fetchAround = (): Promise<HistorySent> => get('/api/people')
export const fetchBotRecords = (): Promise<BotRecordsSent> => get('/api/people/bots')
export const block = (asked: BlockRequest): Promise<object> => post('/api/people/shut', asked)
export const inviteTo = (code: string, seat: number, person: string): Promise<object> =>
  post(`/api/tables/${encodeURIComponent(code)}/invite`, { seat, person })
export const decline = (code: string): Promise<object> => post(`/api/tables/${encodeURIComponent(code)}/decline`, {})
export const reportLine = (code: string, line: number): Promise<object> =>
  post(`/api/tables/${encodeURIComponent(code)}/report`, { line })
