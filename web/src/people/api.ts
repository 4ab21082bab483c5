/** HTTP requests about accounts. */
import { get, post } from '../lib/api'
import type {
  AroundSent,
  CarriedSent,
  CarrySent,
  EnteredSent,
  MeSent,
  PasskeyAsked,
  PushAsked,
  RecoverySent,
  ShutAsked,
  WishesAsked,
} from '../wire'

export const fetchMe = (): Promise<MeSent> => get('/api/me')
export const newCarry = (): Promise<CarrySent> => post('/api/carry', {})
export const lookAtCarry = (code: string): Promise<CarriedSent> => post('/api/carry/look', { code })
export const useCarry = (code: string, bring: boolean): Promise<EnteredSent> => post('/api/carry/use', { code, bring })
export const newRecovery = (): Promise<RecoverySent> => post('/api/recovery', {})
export const useRecovery = (code: string, bring: boolean): Promise<EnteredSent> =>
  post('/api/recovery/use', { code, bring })
export const newPasskey = (): Promise<PublicKeyCredentialCreationOptionsJSON> => post('/api/passkey/new', {})
export const addPasskey = (asked: PasskeyAsked): Promise<MeSent> => post('/api/passkey/add', asked)
export const askPasskey = (): Promise<PublicKeyCredentialRequestOptionsJSON> => post('/api/passkey/ask', {})
export const enterByPasskey = (asked: PasskeyAsked): Promise<EnteredSent> => post('/api/passkey/enter', asked)
export const drop = (what: 'device' | 'passkey', handle: string): Promise<MeSent> =>
  post('/api/me/drop', { what, handle })
export const wish = (wishes: WishesAsked): Promise<MeSent> => post('/api/me/wishes', wishes)
export const goAway = (days: number): Promise<MeSent> => post('/api/me/vacation', { days })
export const forgetMe = (name: string): Promise<object> => post('/api/me/delete', { name })
export const addPush = (push: PushAsked): Promise<MeSent> => post('/api/push', push)
export const dropPush = (endpoint: string): Promise<MeSent> => post('/api/push/drop', { endpoint })
export const askMail = (address: string): Promise<MeSent> => post('/api/mail', { address })
export const dropMail = (): Promise<MeSent> => post('/api/mail/drop', {})
export const confirmMail = (code: string): Promise<object> => post('/api/mail/confirm', { code })
export const exportAddress = '/api/me/export'
export const fetchAround = (): Promise<AroundSent> => get('/api/people')
export const shut = (asked: ShutAsked): Promise<object> => post('/api/people/shut', asked)
export const inviteTo = (code: string, seat: number, person: string): Promise<object> =>
  post(`/api/tables/${encodeURIComponent(code)}/invite`, { seat, person })
export const decline = (code: string): Promise<object> => post(`/api/tables/${encodeURIComponent(code)}/decline`, {})
export const reportLine = (code: string, line: number): Promise<object> =>
  post(`/api/tables/${encodeURIComponent(code)}/report`, { line })
