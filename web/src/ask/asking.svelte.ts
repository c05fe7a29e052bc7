// What the ask bar shows of the pending ask, and which options the number keys mean.
import { getContext, setContext } from 'svelte'
import type { Ask, Covering, Option } from '../lib/protocol'
import { war, warView } from '../lib/rulebooks'
import type { TableState } from '../lib/table.svelte'
import { inOrder, markable, row, type Markable } from './marking'

export const DIGITS = 9
/** A key pressed this soon after a question appeared was meant for the one before. */
const TOO_SOON = 250

/** A text longer than this takes more lines than it is given. */
const LONG = 110

/** Whether the table of an option's roll says what its text says, which then is folded. */
export const told = (option: Option): boolean => !!option.detail && option.chances.some((chance) => chance.rolls.length)

export class Asking {
  page = $state(0)
  /** Whether what is missing is explained. */
  why = $state(false)
  /** Whether what is long is shown whole. */
  details = $state(false)
  /** The version of the table at which a confirmation of taking back is pending, -1 if none is. */
  private doubted = $state(-1)
  private appeared = 0
  /** The squares that have been marked for the spell under way. */
  marked = $state.raw<string[]>([])

  constructor(readonly table: TableState) {}

  /** The question this page is to answer, once all that led to it has been shown. */
  get mine(): Ask | null {
    return this.table.asked ? (this.table.view?.ask ?? null) : null
  }

  /** Whether a confirmation is pending that more than the last decision is taken back. */
  get doubts(): boolean {
    return this.doubted === this.table.version
  }

  /** Take back, or propose to; if more than the decision itself is rewound and nobody else consents, confirm first. */
  takeBack(): void {
    const { taking, consent, version } = this.table
    if (!taking.answers) return
    if (taking.free || taking.answers === 1 || consent || this.doubts) {
      this.doubted = -1
      this.table.undo()
    } else this.doubted = version
  }

  /** Whether there is something to be hurried past: not in one's own turn. What must be decided is decided for one. */
  get hurries(): boolean {
    const { view } = this.table
    return !!view && view.seat >= 0 && view.active !== view.seat
  }

  /** Cancel the pending confirmation: nothing is taken back. */
  leave(): void {
    this.doubted = -1
  }

  /** Whether something is folded that can be shown whole. */
  get folds(): boolean {
    const { situation = '', options = [] } = this.mine ?? {}
    return situation.length > LONG || options.some((option) => option.detail.length > LONG || told(option))
  }

  /** Whether whole cards are chosen from, so that they are to be read side by side, and nothing else is of interest. */
  get faces(): boolean {
    return this.mine?.kind === 'character' && this.options.length > 1
  }

  /** How several squares answer the question together, if they do. */
  get covering(): Covering | null {
    return this.mine ? (warView(this.table.view)?.covering ?? null) : null
  }

  get options(): Markable[] {
    const options = this.mine?.options ?? []
    return this.covering ? markable(war(this.table.book)!, this.covering, options, this.marked) : options
  }

  /** Answer with an option, or mark the square that it is one of several for. */
  answer(option: Markable): void {
    const { covering, marked } = this
    if (!covering) this.table.answer(option)
    else if (option.marked === undefined) this.table.answer(row(covering, marked))
    else this.marked = inOrder(war(this.table.book)!, covering, option.marked ? marked.filter((square) => square !== option.space) : [...marked, option.space])
  }

  get pages(): number {
    return Math.ceil(this.options.length / DIGITS)
  }

  /** Begin a new question. */
  begin(now = performance.now()): void {
    this.page = 0
    this.marked = []
    this.why = false
    this.appeared = now
  }

  /** Return the number key of an option, 0 if it is on another page of nine. */
  digit(index: number): number {
    const digit = index - this.page * DIGITS + 1
    return digit >= 1 && digit <= DIGITS ? digit : 0
  }

  /** Answer with the option of a number key. */
  choose(digit: number, now = performance.now()): void {
    const option = this.options[this.page * DIGITS + digit - 1]
    if (option && now - this.appeared >= TOO_SOON) this.answer(option)
  }

  /** Let the number keys mean the next nine. */
  more(): void {
    this.page = this.pages ? (this.page + 1) % this.pages : 0
  }

  /** The options that are about a card before the viewer. */
  about(card: string): Option[] {
    return this.options.filter((option) => option.card === card)
  }
}

const KEY = Symbol.for('asking')
/** Let everything below a table share what is asked. */
export const provideAsking = (asking: Asking): Asking => setContext(KEY, asking)
/** What is asked at the table around, if there is one. */
export const useAsking = (): Asking | undefined => getContext<Asking | undefined>(KEY)
