/** Passkeys: the server's question to the browser's authenticator, and its answer back. */
import type { EnteredSent, MeSent } from '../wire'
import { addPasskey, askPasskey, enterByPasskey, newPasskey } from './api'
import { toBytes, toText } from './bytes'

interface Named {
  id: string
}
interface CreationOptions {
  challenge: string
  user: { id: string; name: string; displayName: string }
  excludeCredentials?: (Named & { type: 'public-key' })[]
  [more: string]: unknown
}

/** Makes a passkey of this person on this device. */
export async function makePasskey(): Promise<MeSent> {
  const asked = (await newPasskey()) as CreationOptions
  const publicKey = {
    ...asked,
    challenge: toBytes(asked.challenge),
    user: { ...asked.user, id: toBytes(asked.user.id) },
    excludeCredentials: (asked.excludeCredentials ?? []).map((one) => ({ ...one, id: toBytes(one.id) })),
  } as unknown as PublicKeyCredentialCreationOptions
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
  const response = made.response as AuthenticatorAttestationResponse
  return addPasskey({
    credential: {
      ...plain(made),
      response: { clientDataJSON: toText(response.clientDataJSON), attestationObject: toText(response.attestationObject) },
    },
  })
}

/** Comes in with a passkey; nobody types a name. */
export async function enterWithPasskey(bring: boolean): Promise<EnteredSent> {
  const asked = (await askPasskey()) as { challenge: string; [more: string]: unknown }
  const publicKey = { ...asked, challenge: toBytes(asked.challenge), allowCredentials: [] } as PublicKeyCredentialRequestOptions
  const signed = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential
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

/** Whoever closes the browser's window has not done anything wrong. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof DOMException && ['NotAllowedError', 'AbortError', 'InvalidStateError'].includes(error.name)
