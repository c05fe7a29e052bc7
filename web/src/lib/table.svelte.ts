// A table as the page holds it: what the server has sent, and how far the animations have shown it.
// There is no rule here: the page shows views, plays events and answers asks.
import { get } from './api'
import { Connection, type Line } from './connection'
import type { Advice, FromServer, Hinted, Option, Said, TableInfo, Taking, Told, Update } from './protocol'
import type { AnyBook, AnyView } from './rulebooks'

export class TableState {
  book = $state.raw<AnyBook | null>(null)
  info = $state.raw<TableInfo | null>(null)
  /** The view as the server last sent it: what asks and play areas show. */
  view = $state.raw<AnyView | null>(null)
  version = $state(0)
  /** Every event told so far, in order. */
  told = $state.raw<Told[]>([])
  /** Events not yet played by the animations; the stage takes them from the front (see board/stage). */
  waiting = $state.raw<Told[]>([])
  taking = $state.raw<Taking>({ answers: 0, free: false, reason: '' })
  orders = $state.raw<string[]>([])
  obeyed = $state.raw<string[]>([])
  chat = $state.raw<Said[]>([])
  advice = $state.raw<Advice[] | null>(null)
  /** A hint has been asked for, and the computer player is thinking. */
  hinting = $state(false)
  /** The key of the option that the guide of a lesson suggests. */
  wanted = $state('')
  /** Another seat of this browser that must decide now: the device is to be handed over; -1 if none must. */
  handTo = $state(-1)
  line = $state<Line>('connecting')
  /** The last refusal or loss, in one sentence; shown until the next answer. */
  problem = $state('')
  /** An answer is under way and has not been confirmed. */
  answering = $state(false)
  private connection: Connection | null = null

  constructor(readonly id: string) {}

  /** Fetch what does not change, then connect. Throws a Refusal if the table is not to be had. */
  async open(): Promise<void> {
    this.info = await get<TableInfo>(`tables/${this.id}`)
    this.book = await get<AnyBook>(`tables/${this.id}/book`)
    this.connection = new Connection(
      this.id,
      () => ({ since: this.told.at(-1)?.number ?? -1, version: this.version }),
      (message) => this.heard(message),
      (line) => (this.line = line),
    )
  }

  close(): void {
    this.connection?.close()
  }

  /** Whether the seat this page looks from has something to decide; what is forced the table answers itself. */
  get asked(): boolean {
    const ask = this.view?.ask
    return !!ask && ask.seat === this.view?.seat && ask.options.length > 1 && !this.answering
  }

  /** Seats of this browser that a person plays: more than one is a hot seat. */
  get mine(): number[] {
    return (this.info?.seats ?? []).filter((seat) => seat.mine && seat.level === '').map((seat) => seat.number)
  }

  answer(option: Option | string): void {
    if (!this.asked) return
    const key = typeof option === 'string' ? option : option.key
    this.problem = ''
    this.answering = this.send({ type: 'answer', version: this.version, key })
  }

  sit(seat: number): void {
    this.send({ type: 'sit', seat })
  }
  undo(): void {
    this.send({ type: 'undo' })
  }
  agree(yes: boolean): void {
    this.send({ type: 'agree', yes })
  }
  say(text: string): void {
    this.send({ type: 'say', text })
  }
  /** Put a question that no rule answers; a die says yes or no to all. */
  put(text: string): void {
    this.send({ type: 'put', text })
  }
  hint(): void {
    this.hinting = this.send({ type: 'hint' })
  }
  pause(on: boolean): void {
    this.send({ type: 'pause', on })
  }
  handOver(seat: number, level = 'steady'): void {
    this.send({ type: 'hand_over', seat, level })
  }
  takeBack(seat: number): void {
    this.send({ type: 'take_back', seat })
  }
  resign(seat: number): void {
    this.send({ type: 'resign', seat })
  }
  rematch(): void {
    this.send({ type: 'rematch' })
  }
  order(order: { add?: string; drop?: number; forward?: boolean }): void {
    this.send({ type: 'order', ...order })
  }

  private send(message: Parameters<Connection['send']>[0]): boolean {
    const sent = (this.connection?.send(message) ?? -1) >= 0
    if (!sent) this.problem = 'offline'
    return sent
  }

  /** Take in a message of the server; public so that fixtures and replays can play messages too. */
  heard(message: FromServer): void {
    if (message.type === 'update') this.update(message)
    else if (message.type === 'table') this.info = message.info
    else if (message.type === 'said') this.chat = [...this.chat.filter((s) => s.number !== message.number), message]
    else if (message.type === 'hinted') this.hinted(message)
    else if (message.type === 'refused') {
      this.problem = message.error
      this.answering = this.hinting = false
    }
  }

  private hinted(message: Hinted): void {
    if (message.version !== this.version) return
    this.advice = message.advice
    this.hinting = false
  }

  private update(message: Update): void {
    if (message.undone >= 0) {
      this.told = this.told.filter((event) => event.number < message.undone)
      this.waiting = []
    }
    const last = this.told.at(-1)?.number ?? -1
    const fresh = message.told.filter((event) => event.number > last)
    this.told = [...this.told, ...fresh]
    this.waiting = [...this.waiting, ...fresh]
    this.view = message.view
    this.version = message.version
    this.taking = message.taking
    this.orders = message.orders
    this.obeyed = message.obeyed
    this.handTo = message.hand_to
    this.advice = null
    this.answering = this.hinting = false
  }
}
