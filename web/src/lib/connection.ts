// The WebSocket to one table: connects, reconnects after a break, and tells its state.
import { lookForNewer } from './installed'
import type { FromPage, FromServer } from './protocol'
import { afterFrame } from './tasks'

export type Line = 'connecting' | 'open' | 'broken'

const LONGEST_WAIT = 8000
const PING_EVERY = 20000
/** Close codes from here on are final: no reconnecting; the reason says why. */
const TURNED_AWAY = 4400

type Sent = FromPage extends infer M ? (M extends FromPage ? Omit<M, 'id'> : never) : never

/** A connection that reconnects by itself. `known` is called before each `hello`: the last event told, the version, the language. */
export class Connection {
  private socket: WebSocket | null = null
  private wait = 250
  private closed = false
  private broken = false
  private ids = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private pinger: ReturnType<typeof setInterval> | undefined

  constructor(
    private readonly table: string,
    private readonly known: () => { since: number; version: number; language: string },
    private readonly heard: (message: FromServer) => void,
    private readonly stands: (line: Line) => void,
  ) {
    this.connect()
  }

  /** Send a message; returns its id, which comes back in what answers it, or -1 if the line is broken. */
  send(message: Sent): number {
    if (this.socket?.readyState !== WebSocket.OPEN) return -1
    this.ids += 1
    this.socket.send(JSON.stringify({ ...message, id: this.ids }))
    return this.ids
  }

  /** Leave the table. */
  close(): void {
    this.closed = true
    clearTimeout(this.timer)
    clearInterval(this.pinger)
    this.socket?.close()
  }

  private connect(): void {
    this.stands('connecting')
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/socket`)
    this.socket = socket
    socket.onopen = () => {
      this.wait = 250
      this.send({ type: 'hello', ...this.known() })
      this.stands('open')
      if (this.broken) void lookForNewer()
      this.broken = false
      clearInterval(this.pinger)
      this.pinger = setInterval(() => this.send({ type: 'ping' }), PING_EVERY)
    }
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data as string) as FromServer
      afterFrame(() => this.closed || this.heard(message))
    }
    socket.onclose = (event) => {
      clearInterval(this.pinger)
      if (this.closed) return
      this.stands('broken')
      this.broken = true
      if (event.code >= TURNED_AWAY) {
        this.heard({ type: 'refused', error: event.reason, id: 0 })
        return
      }
      this.timer = setTimeout(() => this.connect(), this.wait)
      this.wait = Math.min(this.wait * 2, LONGEST_WAIT)
    }
  }
}
