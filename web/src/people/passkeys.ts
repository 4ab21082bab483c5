/** Passkeys (WebAuthn): creation and login. */
import type { EnteredSent, MeSent } from '../wire'
import { addPasskey, askPasskey, enterByPasskey, newPasskey } from './api'
import { toBytes, toText } from './bytes'

/** Creates a passkey for the account on this device. */
export async function makePasskey(signal: AbortSignal): Promise<MeSent> {
  const {
    rp,
    user,
    challenge,
    pubKeyCredParams,
    authenticatorSelection = {},
    excludeCredentials = [],
  } = await newPasskey()
  const publicKey: PublicKeyCredentialCreationOptions = {
    rp,
    user: { ...user, id: toBytes(user.id) },
    challenge: toBytes(challenge),
    pubKeyCredParams,
    authenticatorSelection,
    excludeCredentials: excludeCredentials.map(({ id }) => ({ type: 'public-key', id: toBytes(id) })),
  }
  const made = (await navigator.credentials.create({ publicKey, signal })) as PublicKeyCredential
  const response = made.response as AuthenticatorAttestationResponse
  return addPasskey({
    credential: {
      ...plain(made),
      response: {
        clientDataJSON: toText(response.clientDataJSON),
        attestationObject: toText(response.attestationObject),
      },
    },
  })
}

/** Logs in with a passkey, without a user name. */
export async function enterWithPasskey(bring: boolean, signal: AbortSignal): Promise<EnteredSent> {
  const { challenge, rpId = location.hostname } = await askPasskey()
  const signed = (await navigator.credentials.get({
    publicKey: { challenge: toBytes(challenge), rpId },
    signal,
  })) as PublicKeyCredential
  const response = signed.response as AuthenticatorAssertionResponse
  return enterByPasskey({
    bring,
    credential: {
      ...plain(signed),
      response: {
        clientDataJSON: toText(response.clientDataJSON),
        authenticatorData: toText(response.authenticatorData),
        signature: toText(response.signature),
        userHandle: response.userHandle ? toText(response.userHandle) : null,
      },
    },
  })
}

function plain(one: PublicKeyCredential): Record<string, unknown> {
  return {
    id: one.id,
    rawId: toText(one.rawId),
    type: one.type,
    clientExtensionResults: one.getClientExtensionResults(),
  }
}

/** Closing the browser's dialog or leaving the page is not an error. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof DOMException && ['NotAllowedError', 'AbortError', 'InvalidStateError'].includes(error.name)
