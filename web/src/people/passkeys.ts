/** Passkeys: the server's question to the browser's authenticator, and its answer back. */
import type { EnteredSent, MeSent } from '../wire'
import { addPasskey, askPasskey, enterByPasskey, newPasskey } from './api'
import { toBytes, toText } from './bytes'

/** Makes a passkey of this person on this device. */
export async function makePasskey(signal: AbortSignal): Promise<MeSent> {
  const { rp, user, challenge, pubKeyCredParams, authenticatorSelection = {}, excludeCredentials = [] } = await newPasskey()
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
      response: { clientDataJSON: toText(response.clientDataJSON), attestationObject: toText(response.attestationObject) },
    },
  })
}

/** Comes in with a passkey; nobody types a name. */
export async function enterWithPasskey(bring: boolean, signal: AbortSignal): Promise<EnteredSent> {
  const { challenge, rpId = location.hostname } = await askPasskey()
  const signed = (await navigator.credentials.get({ publicKey: { challenge: toBytes(challenge), rpId }, signal })) as PublicKeyCredential
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
  return { id: one.id, rawId: toText(one.rawId), type: one.type, clientExtensionResults: one.getClientExtensionResults() }
}

/** Whoever closes the browser's window, or leaves the page before it, has not done anything wrong. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof DOMException && ['NotAllowedError', 'AbortError', 'InvalidStateError'].includes(error.name)
