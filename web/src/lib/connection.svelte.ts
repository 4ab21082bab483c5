/** Connection of a page to its table: its state, and what the server is told on each connect. */
import type { FromClient, FromServer } from '../wire'
import { ReconnectingSocket, type SocketState } from './socket'
import { type Transport, transport } from './transport'

export class Connection {
  state = $state<SocketState>('opening')
  /** undo begins a new era: events of an older one are sent again */
  era = 0
  /** the seat that has taken over a shared screen */
  #seat: number | null = null
  /** the seat whose events are known: another seat reads them differently */
  #viewed: number | null = null
  readonly #socket: ReconnectingSocket

  /** `last` is the number of the last event known, -1 for none. */
  constructor(
    code: string,
    last: () => number,
    onmessage: (message: FromServer) => void,
    connect: Transport['connect'] = (path, handlers) => transport.connect(path, handlers),
  ) {
    this.#socket = new ReconnectingSocket({
      connect: (handlers) => connect(`/socket/${encodeURIComponent(code)}`, handlers),
      hello: () => ({
        last: this.#seat === null || this.#seat === this.#viewed ? last() : -1,
        era: this.era,
        seat: this.#seat,
      }),
      onmessage: (message) => {
        if (message.is === 'table') this.#viewed = message.scene?.seat ?? null
        onmessage(message)
      },
      onstate: (state) => (this.state = state),
    })
  }

  send(message: FromClient): void {
    if (message.do === 'sit') this.#seat = message.seat
    this.#socket.send(message)
  }

  close(): void {
    this.#socket.close()
  }

  /** Reconnects at once. */
  hurry(): void {
    this.#socket.hurry()
  }
}
