// What is opened to be read beside the table: a rule, a card, a space; and the card one just points at.
import { getContext, setContext } from 'svelte'
import type { Attachment } from 'svelte/attachments'
import { on } from 'svelte/events'
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
  /** What stands for the card that is shown. */
  private peeked: HTMLElement | null = null
  glance = $state.raw<{ card: string; held?: Held; beside: DOMRect } | null>(null)
  /** Whether a column beside the board shows what is pointed at, so that nothing need lie over the board. */
  docked = $state(false)
  /** The space of the board that is pointed at, for that column. */
  pointed = $state('')

  /** Open something to be read. */
  open(subject: Subject): void {
    this.glance = null
    this.subject = subject
  }

  close(): void {
    this.subject = null
  }

  /** Let a card be shown large beside what stands for it, while that is pointed at or focused and as long as it is there: for `{@attach}`. */
  peeking(of: () => { card: string; held?: Held }): Attachment<HTMLElement> {
    return (node) => {
      const unpeek = (): void => {
        if (this.peeked === node) this.glance = null
      }
      // What is focused when it is taken away is left in the midst of an update, which `on` allows for.
      const shown = ['mouseenter', 'focus'].map((event) => on(node, event, () => this.peek(of(), node)))
      const left = ['mouseleave', 'blur'].map((event) => on(node, event, unpeek))
      return () => {
        for (const off of [...shown, ...left]) off()
        unpeek()
      }
    }
  }

  /** Show a card beside the panel of what is pointed at, so that it hides none of its neighbours. */
  private peek({ card, held }: { card: string; held?: Held }, node: HTMLElement): void {
    if (!card) return
    const panel = (node.closest('.panel') ?? node).getBoundingClientRect()
    const { top, height } = node.getBoundingClientRect()
    this.peeked = node
    this.glance = { card, held, beside: new DOMRect(panel.left, top, panel.width, height) }
  }
}

const KEY = Symbol.for('reading')
/** Let everything below a page share what is read. */
export const provideReading = (): Reading => setContext(KEY, new Reading())
export const useReading = (): Reading => getContext<Reading>(KEY)
