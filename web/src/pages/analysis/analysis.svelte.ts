// A position of one's own: a table whose game is the text of a scenario. The server plays it on, and keeps nothing.
import { post } from '../../lib/api'
import { book, catalogue } from '../../lib/books.svelte'
import type { Analysed, Option, PresetFacts } from '../../lib/protocol'
import { NOTHING_TO_TAKE, TableState } from '../../lib/table.svelte'
import { beginning, mapping, type Entries } from './entries'

interface Wanted {
  text?: string
  changes?: Entries
  back?: number
  key?: string
  dice?: number[]
  conclude?: boolean
  advice?: boolean
}

export class Analysis extends TableState {
  /** The scenario: all that this position is. */
  text = $state('')
  entries = $state.raw<Entries>({})
  /** The answers so far, in words. */
  given = $state.raw<string[]>([])
  /** What the next dice are to show; as many as are not chosen are thrown. */
  dice = $state.raw<number[]>([])
  /** What is wrong in the text or does not hold, and in which line (0: in none). */
  wrong = $state.raw({ error: '', line: 0 })
  /** What is shown is of an earlier text: this one is wrong. */
  stale = $state(false)
  presets = $state.raw<PresetFacts[]>([])
  /** What could not be done for another reason. */
  failure = $state.raw<unknown>(null)
  /** The entries as the server has read them last. */
  private read: Entries = {}
  /** The changes that the server has not answered yet, the oldest first: the form shows them already. */
  private changing: { sent: Entries; shown: Entries }[] = []
  private events = 0
  /** What is under way: one thing after the other, each with the text that the one before has left. */
  private queue: Promise<void> = Promise.resolve()
  private setUp = ''

  constructor() {
    super('analysis')
  }

  override get asked(): boolean {
    return super.asked && !this.stale
  }
  /** Nobody waits for anybody here. */
  override get arranges(): boolean {
    return false
  }
  get preset(): PresetFacts | undefined {
    return this.presets.find((one) => one.id === mapping(this.entries.game).preset)
  }

  /** Begin with a text, or without one with a position from nothing. */
  async begin(text: string): Promise<void> {
    this.presets = (await catalogue()).presets
    if (text) await this.does({ text })
    else await this.start(this.presets[0]!.id)
  }

  /** Begin with a position from nothing. */
  async start(id: string): Promise<void> {
    const preset = this.presets.find((one) => one.id === id) ?? this.presets[0]!
    await this.does({ text: '', changes: beginning(preset, await book(preset.id), preset.name) })
  }

  override answer(option: Option | string): void {
    if (!this.asked) return
    const dice = this.dice
    this.dice = []
    void this.does({ key: typeof option === 'string' ? option : option.key, dice })
  }
  override undo(): void {
    this.takeBackTo(this.given.length - 1)
  }
  override hint(): void {
    this.hinting = true
    void this.does({ advice: true })
  }

  /** Take back all but the first answers. */
  takeBackTo(answers: number): void {
    if (answers < this.given.length) void this.does({ back: this.given.length - answers })
  }

  /** Write entries of the scenario anew; one that is undefined is taken out. */
  change(changes: Entries): void {
    this.entries = { ...this.entries, ...changes }
    const sent = Object.fromEntries(Object.entries(changes).map(([key, value]) => [key, value ?? null]))
    this.changing.push({ sent, shown: changes })
    void this.does({ changes: sent })
  }

  /** Write what has come of it as what must hold, and return the scenario. */
  async concluded(): Promise<string> {
    return (await post<Analysed>('analysis', { text: this.text, conclude: true })).text
  }

  /** Let the server do something with the text, and show what has come of it. */
  does(wanted: Wanted): Promise<void> {
    if (wanted.text !== undefined) this.text = wanted.text
    this.answering = !!wanted.key
    this.queue = this.queue.then(() => this.carryOut(wanted))
    return this.queue
  }

  private async carryOut(wanted: Wanted): Promise<void> {
    const goesOn = !!wanted.key || !!wanted.advice
    const text = this.text
    this.failure = null
    try {
      const found = await post<Analysed>('analysis', { ...wanted, text, since: goesOn ? this.events : 0 })
      await this.knowBook(found.entries)
      this.answered(wanted)
      if (this.text === text) this.show(found, goesOn) // else somebody types on, and that comes next
    } catch (problem) {
      this.failure = problem
      this.answered(wanted)
      this.entries = this.withChanges(this.read)
    } finally {
      this.answering = this.hinting = false
    }
  }

  /** Fetch the book of another set-up. What is wrong with one that is not to be had, the text's error says. */
  private async knowBook(entries: Entries): Promise<void> {
    const { preset, packs } = mapping(entries.game)
    const setUp = JSON.stringify([preset, packs])
    if (typeof preset !== 'string' || setUp === this.setUp) return
    const found = await book(preset, Array.isArray(packs) ? packs.map(String) : []).catch(() => null)
    if (!found) return
    this.view = null // of another game
    this.book = found
    this.setUp = setUp
  }

  private answered({ changes }: Wanted): void {
    this.changing = this.changing.filter(({ sent }) => sent !== changes)
  }

  /** Return entries with the changes that are not answered yet: what is changed next is changed in them. */
  private withChanges(entries: Entries): Entries {
    return Object.assign({}, entries, ...this.changing.map(({ shown }) => shown))
  }

  private show(found: Analysed, goesOn: boolean): void {
    this.text = found.text
    this.read = found.entries
    this.entries = this.withChanges(found.entries)
    this.wrong = { error: found.error, line: found.line }
    this.stale = !found.view
    if (!found.view) return
    this.given = found.given
    this.events = found.events
    const advice = found.advice
    this.heard({
      type: 'update', version: this.version + 1, view: found.view, told: found.told, undone: goesOn ? -1 : 0,
      taking: { ...NOTHING_TO_TAKE, answers: found.given.length ? 1 : 0, free: true },
      obeyed: [], orders: [], stops: {}, full: false, since: 0, settled: false, further: null, leading: '', entrust: false, guide: null, hand_to: -1, sealed: 0, chosen: '', id: 0,
    })
    if (advice.length) this.advice = advice
  }
}
