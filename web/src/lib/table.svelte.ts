// A table as the page holds it: what the server has sent, and how far the animations have shown it.
// There is no rule here: the page shows views, plays events and answers asks.
import { get } from './api'
import { Connection, type Line } from './connection'
import { commitment, part } from './nonces'
import { merged, type Stop } from './attention'
import type { Advice, FromServer, Guide, Hinted, Option, Said, TableInfo, Taking, Told, Update } from './protocol'
import { after } from './happened'
import { language } from './i18n.svelte'
import type { AnyBook, AnyView } from './rulebooks'
import { inOwnTask, layOutSoon } from './tasks'
import { shared } from './shared'

/** There is nothing to take back, and nothing to do again. */
export const NOTHING_TO_TAKE: Taking = { answers: 0, free: false, reason: '', again: 0, all: 0, all_again: 0, again_free: true }

/** Events of one update that are still to be shown, and the view they lead to. */
interface Coming {
  told: Told[]
  view: AnyView
  guide: Guide | null
}

export class TableState {
  book = $state.raw<AnyBook | null>(null)
  info = $state.raw<TableInfo | null>(null)
  /** The view as of the last event that has been shown: whatever is seen of the game is seen of this, nothing is ahead of it. */
  view = $state.raw<AnyView | null>(null)
  version = $state(0)
  /** Every event that has been shown, in order. */
  told = $state.raw<Told[]>([])
  /** The queue of what has come and is still to be shown; the stage shows it event by event (see board/stage). */
  private coming = $state.raw<Coming[]>([])
  /** Whether something that has come is still to be shown. */
  readonly behind = $derived(this.coming.length > 0)
  taking = $state.raw<Taking>(NOTHING_TO_TAKE)
  orders = $state.raw<string[]>([])
  obeyed = $state.raw<string[]>([])
  /** When this seat is asked about each thing that it has at hand, by the thing's id. */
  stops = $state.raw<Record<string, Stop>>({})
  /** Whether this seat is asked everything. */
  full = $state(false)
  /** When the sealed moment ends, by the clock of this page; 0 if there is none. */
  sealedUntil = $state(0)
  /** The key of what this seat has chosen in it. */
  chosen = $state('')
  /** The options of the question put as one with the one it leads to, and the key that leads there; none as a rule. */
  private leading = $state.raw<{ key: string; options: Option[] }>({ key: '', options: [] })
  chat = $state.raw<Said[]>([])
  advice = $state.raw<Advice[] | null>(null)
  /** A hint has been asked for, and the computer player is thinking. */
  hinting = $state(false)
  /** What the guide of a lesson says of the view that is shown. */
  guide = $state.raw<Guide | null>(null)
  /** Another seat of this browser that must decide now: the device is to be handed over; -1 if none must. */
  handTo = $state(-1)
  line = $state<Line>('connecting')
  /** The last refusal or loss, in one sentence; shown until the next answer. */
  problem = $state('')
  /** What is asked can be left to a computer player, with all of its sort. */
  entrust = $state(false)
  /** The table answers by itself what this seat is asked: it is forced, or ordered. */
  settled = $state(false)
  /** An answer is under way and has not been confirmed. */
  answering = $state(false)
  /** It has just been given, and nothing of that is shown yet. */
  private justGiven = false
  private connection: Connection | null = null
  /** What is to be said for the seed of the dice is being worked out. */
  private drawing = false
  /** This browser has committed to something for the seed of a rematch. */
  private again = false

  constructor(readonly id: string) {}

  /** Fetch what does not change, then connect. Throws a Refusal if the table is not to be had. */
  async open(): Promise<void> {
    this.info = await get<TableInfo>(`tables/${this.id}`)
    this.book = await get<AnyBook>(`tables/${this.id}/book`)
    this.connection = new Connection(
      this.id,
      () => ({ since: this.upTo, version: this.version, language: language.code }),
      (message) => this.heard(message),
      (line) => (this.line = line),
    )
  }

  close(): void {
    this.connection?.close()
  }

  /** Whether somebody plays here, for whom what is to be read waits; a replay goes on by itself. */
  get attended(): boolean {
    return true
  }

  /** How many events are still to be shown. */
  get left(): number {
    return this.coming.reduce((sum, each) => sum + each.told.length, 0)
  }

  /** The event that is to be shown next. */
  get next(): Told | undefined {
    return this.coming[0]?.told[0]
  }

  /** Let the next event happen: it has been shown. */
  happen(): void {
    layOutSoon()
    const [now, ...later] = this.coming
    const [told, ...rest] = now?.told ?? []
    if (!now || !told) return
    this.view = after(this.view!, told, now.view)
    this.told = [...this.told, told]
    this.coming = [{ ...now, told: rest }, ...later]
    this.reach()
  }

  /** Let all that has come have happened. */
  catchUp(): void {
    layOutSoon()
    this.told = [...this.told, ...this.coming.flatMap((each) => each.told)]
    this.shown(this.coming.at(-1))
    this.coming = []
  }

  /** Show each view that no event leads to any more. */
  private reach(): void {
    while (this.coming[0] && !this.coming[0].told.length) {
      this.shown(this.coming[0])
      this.coming = this.coming.slice(1)
    }
  }

  private shown(now: Coming | undefined): void {
    if (now) this.view = shared(this.view, now.view)
    this.guide = now?.guide ?? this.guide
  }

  /** The number of the last event that has come, -1 before the first. */
  private get upTo(): number {
    return (this.coming.findLast((each) => each.told.length)?.told ?? this.told).at(-1)?.number ?? -1
  }

  /** Whether the seat this page looks from has something to decide. */
  get asked(): boolean {
    if (this.behind) return false
    const ask = this.view?.ask
    return !!ask && ask.seat === this.view?.seat && !this.settled && !this.answering && !this.justGiven
  }

  /** Whether other people must consent before something is taken back: computers always do. */
  get consent(): boolean {
    const others = this.info?.seats.some((seat) => seat.who === 'person' && !seat.mine && !seat.level) ?? false
    return this.taking.answers > 0 && !this.taking.free && others
  }

  /** Seats of this browser that a person plays: more than one is a hot seat. */
  get mine(): number[] {
    return (this.info?.seats ?? []).filter((seat) => seat.mine && seat.level === '').map((seat) => seat.number)
  }

  /** Whether a seat may arrange here what it wants to be asked. */
  get arranges(): boolean {
    return true
  }

  answer(option: Option | string): void {
    if (!this.asked) return
    const key = typeof option === 'string' ? option : option.key
    const { key: leading, options } = this.leading
    const further = leading !== '' && !options.some((one) => one.key === key)
    const answer = further ? { key: leading, then: key } : { key }
    this.give({ type: 'answer', version: this.version, ...answer })
  }

  /** Give two answers at once: the second is to the question to which the first one leads. */
  answerBoth(key: string, then: string): void {
    if (this.asked) this.give({ type: 'answer', version: this.version, key, then })
  }

  /** Leave the question, and all of its sort, to a computer player. */
  entrustIt(): void {
    if (this.asked) this.give({ type: 'entrust' })
  }

  /** Give an answer now, and show that in a task of its own: clicks are told in the midst of a frame. */
  private give(message: Parameters<Connection['send']>[0]): void {
    this.justGiven = this.send(message)
    inOwnTask(() => {
      layOutSoon()
      if (this.justGiven) [this.answering, this.justGiven, this.problem] = [true, false, '']
    })
  }

  /** What an option says, also of the question that only leads to the one that is shown. */
  said(key: string): string {
    const options = [...(this.view?.ask?.options ?? []), ...this.leading.options]
    return options.find((option) => option.key === key)?.text ?? key
  }

  sit(seat: number): void {
    this.send({ type: 'sit', seat })
  }
  undo(all = false): void {
    this.send({ type: 'undo', all })
  }
  redo(all = false): void {
    this.send({ type: 'redo', all })
  }
  async agree(yes: boolean): Promise<void> {
    this.again = yes && this.info?.proposal?.kind === 'rematch'
    this.send({ type: 'agree', yes, ...(this.again ? await commitment() : {}) })
  }
  say(text: string): void {
    this.send({ type: 'say', text })
  }
  /** The host lets nobody read what somebody says here, whose seat or line of chat it is, or read it again. */
  mute(whose: { seat?: number; line?: number }, on: boolean): void {
    this.send({ type: 'mute', ...whose, on })
  }
  /** The host shows somebody out, whose seat or line of chat it is; seat -1: all who look on. */
  kick(whose: { seat?: number; line?: number }): void {
    this.send({ type: 'kick', ...whose })
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
  free(seat: number): void {
    this.send({ type: 'free', seat })
  }
  /** Let a seat stand at another place; those between move up. */
  moveSeat(from: number, to: number): void {
    const order = this.info!.seats.map((seat) => seat.number)
    order.splice(to, 0, ...order.splice(from, 1))
    this.send({ type: 'arrange', order })
  }
  ready(on: boolean): void {
    this.send({ type: 'ready', on })
  }
  beginGame(fill: boolean): void {
    this.send({ type: 'start', fill })
  }
  resign(seat: number): void {
    this.send({ type: 'resign', seat })
  }
  async rematch(): Promise<void> {
    this.again = true
    this.send({ type: 'rematch', ...(await commitment()) })
  }
  order(order: { add?: string; drop?: number; forward?: boolean }): void {
    this.send({ type: 'order', ...order })
  }

  /** Say when this seat is to be asked about a thing. */
  stop(thing: string, stop: Stop): void {
    this.send({ type: 'attend', thing, stop })
  }
  /** Be asked everything, or only what concerns this seat. */
  control(full: boolean): void {
    if (full !== this.full) this.send({ type: 'attend', full })
  }

  private send(message: Parameters<Connection['send']>[0]): boolean {
    const sent = (this.connection?.send(message) ?? -1) >= 0
    if (!sent) this.problem = 'offline'
    return sent
  }

  /** Apply a message of the server; public so that fixtures and replays can play messages too. */
  heard(message: FromServer): void {
    layOutSoon()
    if (message.type === 'update') this.update(message)
    else if (message.type === 'table') this.table(message.info)
    else if (message.type === 'said') this.chat = [...this.chat.filter((s) => s.number !== message.number), message].sort((one, other) => one.number - other.number)
    else if (message.type === 'hinted') this.hinted(message)
    else if (message.type === 'refused') {
      this.problem = message.error
      this.justGiven = this.answering = this.hinting = false
    }
  }

  private table(info: TableInfo): void {
    this.info = shared(this.info, info)
    void this.takePart(this.info)
    if (this.again && info.state === 'over' && info.reason) {
      this.again = false
      takePartAt(info.reason)
    }
  }

  /** Say what this browser has to say for the seed of the dice, if anything. */
  private async takePart(info: TableInfo): Promise<void> {
    if (this.drawing) return
    this.drawing = true
    const said = await part(info)
    this.drawing = false
    if (said) this.connection?.send(said)
    if (this.info !== info) void this.takePart(this.info!)
  }

  private hinted(message: Hinted): void {
    if (message.version !== this.version) return
    this.advice = message.advice.flatMap((one) => (one.key === this.leading.key ? message.further : [one]))
    this.hinting = false
  }

  private update(message: Update): void {
    if (message.undone >= 0) {
      this.catchUp()
      this.told = this.told.filter((event) => event.number < message.undone)
    }
    const last = this.upTo
    this.coming = [...this.coming, { told: message.told.filter((event) => event.number > last), view: merged(message), guide: message.guide }]
    this.leading = { key: message.leading, options: message.view.ask?.options ?? [] }
    // What is found on coming, taken back, or seen by another seat has not happened before the viewer's eyes.
    if (message.undone >= 0 || this.view?.seat !== message.view.seat) this.catchUp()
    else this.reach()
    this.version = message.version
    this.taking = shared(this.taking, message.taking)
    this.orders = shared(this.orders, message.orders)
    this.obeyed = shared(this.obeyed, message.obeyed)
    this.stops = shared(this.stops, message.stops)
    this.full = message.full
    this.handTo = message.hand_to
    this.sealedUntil = message.sealed && performance.now() + 1000 * message.sealed
    this.chosen = message.chosen
    this.entrust = message.entrust
    this.settled = message.settled
    this.advice = null
    this.justGiven = this.answering = this.hinting = false
  }
}

/** Take part in the seed of a table that is not open here yet, that of a rematch; leave it when its game has begun. */
function takePartAt(id: string): void {
  const connection = new Connection(
    id,
    () => ({ since: -1, version: -1, language: language.code }),
    (message) => {
      if (message.type !== 'table') return
      if (message.info.state !== 'waiting') connection.close()
      else void part(message.info).then((said) => said && connection.send(said))
    },
    () => undefined,
  )
}
