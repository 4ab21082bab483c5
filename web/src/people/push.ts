/** Web push: notifications about the player's turn. */
import type { AccountSent } from '../wire'
import { addPush, dropPush } from './api'
import { toBytes, toText } from './bytes'

const WORKER = '/sw.js'

/** Whether push works here: https with a host name, or localhost. */
export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

async function subscription(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker.getRegistration(WORKER)
  return (await worker?.pushManager.getSubscription()) ?? null
}

export const isOn = async (): Promise<boolean> => canPush() && (await subscription()) !== null

async function register(made: PushSubscription): Promise<AccountSent> {
  const [key, auth] = [made.getKey('p256dh'), made.getKey('auth')]
  return addPush({ endpoint: made.endpoint, key: key ? toText(key) : '', auth: auth ? toText(auth) : '' })
}

/** Asks for permission and returns the subscription; null if refused. */
export async function turnOn(key: string): Promise<AccountSent | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  const worker = await navigator.serviceWorker.register(WORKER)
  await navigator.serviceWorker.ready
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: toBytes(key) })
  return register(made)
}

/** Sends the subscription again: browsers may change it. */
export async function sync(): Promise<void> {
  const made = canPush() ? await subscription() : null
  if (made) await register(made)
}

export async function turnOff(): Promise<AccountSent | null> {
  const made = await subscription()
  if (!made) return null
  await made.unsubscribe()
  return dropPush(made.endpoint)
}
