/** Passkeys (WebAuthn): creation and login. */
import type { SignedInSent, AccountSent } from '../wire'
import { addPasskey, askPasskey, signInByPasskey, newPasskey } from './api'

/** Whether the browser reads and writes passkeys as JSON; those before 2025 may not. */
export const canPasskey = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' && 'parseCreationOptionsFromJSON' in PublicKeyCredential

/** The browser's answer as the server reads it. */
const toJson = (one: Credential | null): Record<string, unknown> => ({ ...(one as PublicKeyCredential).toJSON() })

/** Creates a passkey for the account on this device. */
export async function makePasskey(signal: AbortSignal): Promise<AccountSent> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(await newPasskey())
  return addPasskey({ credential: toJson(await navigator.credentials.create({ publicKey, signal })) })
}

/** Logs in with a passkey, without a user name. */
export async function signInWithPasskey(bring: boolean, signal: AbortSignal): Promise<SignedInSent> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await askPasskey())
  return signInByPasskey({ bring, credential: toJson(await navigator.credentials.get({ publicKey, signal })) })
}

/** Closing the browser's dialog or leaving the page is not an error. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof DOMException && ['NotAllowedError', 'AbortError', 'InvalidStateError'].includes(error.name)
