/** How the page reaches its house: over the network or, on a site of static files, in a worker beside it. */
import { openSite } from '../site/site'
import type { Ear, Wire } from './socket'

export interface Carrier {
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** the socket of a table */
  connect(code: string, ear: Ear): Wire
}

/** A server that hangs loses its tables to another one after five seconds: later than that, asking again helps. */
const ANSWER_MS = 7000

export const SITE = import.meta.env.MODE === 'site'

function socketAddress(code: string): string {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:'
  return `${scheme}//${location.host}/socket/${encodeURIComponent(code)}`
}

const network: Carrier = {
  fetch: (path, init) => fetch(path, init),
  connect: (code, ear) => Object.assign(new WebSocket(socketAddress(code)), ear, { patience: ANSWER_MS }),
}

export const carrier: Carrier = SITE ? openSite() : network
