/** Transport to the server: over the network or, on a static site, by messages to a worker. */
import { openSite } from '../site/site'
import type { SocketHandlers, RawSocket } from './socket'

export interface Transport {
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** opens a WebSocket, or its equivalent */
  connect(path: string, handlers: SocketHandlers): RawSocket
}

/** Timeout for the answer to a move. Another node takes over the tables of a hung one after 5 s: a retry after that
 * helps. */
const ANSWER_MS = 7000

export const SITE = import.meta.env.MODE === 'site'

function socketAddress(path: string): string {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:'
  return `${scheme}//${location.host}${path}`
}

const network: Transport = {
  fetch: (path, init) => fetch(path, init),
  connect: (path, handlers) => Object.assign(new WebSocket(socketAddress(path)), handlers, { patience: ANSWER_MS }),
}

export const transport: Transport = SITE ? openSite() : network
