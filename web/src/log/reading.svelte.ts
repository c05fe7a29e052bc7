// What is opened to be read beside the table: a rule, a card, a space; and the card one just points at.
import { getContext, setContext } from 'svelte'
import type { Held } from '../lib/protocol'

export interface Subject {
  rule?: string
  card?: string
  space?: string
  /** The card as it lies before somebody, with its marks and note. */
  held?: Held
}

export class Reading {
  subject = $state.raw<Subject | null>(null)
  glance = $state.raw<{ card: string; held?: Held; beside: DOMRect } | null>(null)

  /** Open something to be read. */
  open(subject: Subject): void {
    this.glance = null
    this.subject = subject
  }

  close(): void {
    this.subject = null
  }

  /** Show a card large beside the panel of what is pointed at, so that it hides none of its neighbours. */
  peek(card: string, target: EventTarget | null, held?: Held): void {
    if (!(target instanceof Element)) return
    const panel = (target.closest('.panel') ?? target).getBoundingClientRect()
    const { top, height } = target.getBoundingClientRect()
    this.glance = { card, held, beside: new DOMRect(panel.left, top, panel.width, height) }
  }

  unpeek(): void {
    this.glance = null
  }
}

const KEY = Symbol('reading')
/** Let everything below a page share what is read. */
export const provideReading = (): Reading => setContext(KEY, new Reading())
export const useReading = (): Reading => getContext<Reading>(KEY)
