// A game told again: a table that is filled from moments instead of a socket, so that the same board and log show it.
import { get } from './api'
import type { Book, Milestone, Moment, TableInfo, Told } from './protocol'
import { NOTHING_TO_TAKE, TableState } from './table.svelte'

export class Replay extends TableState {
  moment = $state.raw<Moment | null>(null)
  /** From whose eyes: a seat, or -1 for whatever one may see. */
  eyes = $state(-1)
  loading = $state(false)
  /** What is notable in all that may be known of the game. */
  milestones = $state.raw<Milestone[]>([])
  /** All that has been told of the game, by the number of the event. */
  private log = new Map<number, Told>()
  private fetched = new Map<string, Promise<Moment>>()
  private asking = 0

  /** A replay is only looked at. */
  override get asked(): boolean {
    return false
  }

  override get attended(): boolean {
    return false
  }

  /** How many answers had been given at the moment shown, and how many there are. */
  get at(): number {
    return this.moment?.answers ?? 0
  }
  get last(): number {
    return this.moment?.last ?? 0
  }

  /** Which turn the moment shown belongs to, counted from 0; -1 before the first. */
  get turn(): number {
    return (this.moment?.turns ?? []).findLastIndex((answers) => answers <= this.at)
  }

  override async open(at = 0): Promise<void> {
    this.info = await get<TableInfo>(`tables/${this.id}`)
    this.book = await get<Book>(`tables/${this.id}/book`)
    await this.go(at)
    await Promise.all([this.recall(), this.mark()])
  }

  /** Fetch the milestones; a game of which they cannot be told is shown without. */
  private async mark(): Promise<void> {
    const seat = this.eyes < 0 ? '' : `?seat=${this.eyes}`
    this.milestones = await get<Milestone[]>(`tables/${this.id}/milestones${seat}`).catch(() => [])
  }

  /** Show a moment at once. Throws a Refusal. */
  async go(answers: number): Promise<void> {
    const moment = await this.newest(answers)
    if (moment) this.showAtOnce(moment)
  }

  /** Fetch all that was ever told, so that the log is whole wherever one goes. */
  private async recall(): Promise<void> {
    for (const told of (await this.fetch(this.last, true)).told) this.log.set(told.number, told)
    if (this.moment) this.showAtOnce(this.moment)
  }

  private showAtOnce(moment: Moment): void {
    this.show(moment, [...this.log.values()].filter((told) => told.number < moment.events).sort(byNumber), false)
  }

  /** Show what the next answer brings about, event by event. */
  async step(): Promise<void> {
    if (this.at >= this.last) return
    const before = this.at
    const moment = await this.newest(before + 1)
    if (moment && this.at === before) this.show(moment, moment.told, true)
    if (this.at < this.last) this.fetch(this.at + 1).catch(() => undefined)
  }

  /** Look from another seat's eyes, or with -1 as one may. */
  async look(seat: number): Promise<void> {
    this.eyes = seat
    this.log.clear()
    await this.go(this.at)
    await Promise.all([this.recall(), this.mark()])
  }

  /** Return a moment unless another has been wanted meanwhile: who drags a slider wants the last one only. */
  private async newest(answers: number): Promise<Moment | null> {
    this.asking += 1
    const turn = this.asking
    this.loading = true
    try {
      const moment = await this.fetch(answers)
      for (const told of moment.told) this.log.set(told.number, told)
      return turn === this.asking ? moment : null
    } finally {
      if (turn === this.asking) this.loading = false
    }
  }

  private fetch(answers: number, whole = false): Promise<Moment> {
    const asked = new URLSearchParams()
    if (this.eyes >= 0) asked.set('seat', String(this.eyes))
    if (whole) asked.set('since', '0')
    const path = `tables/${this.id}/moments/${answers}${asked.size ? `?${asked}` : ''}`
    if (!this.fetched.has(path)) {
      const coming = get<Moment>(path)
      coming.catch(() => this.fetched.delete(path))
      this.fetched.set(path, coming)
    }
    return this.fetched.get(path)!
  }

  private show(moment: Moment, told: Told[], follows: boolean): void {
    this.moment = moment
    this.heard({
      type: 'update', version: moment.answers, view: moment.view, told, undone: follows ? -1 : 0,
      taking: NOTHING_TO_TAKE, obeyed: [], orders: [], stops: {}, full: false, since: 0,
      settled: false, further: null, leading: '', entrust: false, guide: null, hand_to: -1, sealed: 0, chosen: '', id: 0,
    })
  }
}

const byNumber = (one: Told, other: Told): number => one.number - other.number
