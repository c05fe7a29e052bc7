// What is pointed at and chosen on a map of spaces: by a pointer that rests, by clicking, touching, or by keys alone.
import { on } from 'svelte/events'
import type { Option } from '../lib/protocol'
import { towards, type Direction, type Rect } from './layout'
import type { Looking } from './looking.svelte'

const REST = 220

export class Choosing {
  /** The space whose note stays open. */
  pinned = $state('')
  focused = $state('')
  private hovered = $state('')
  /** Whether the focus came by keyboard: then it opens the note of its space, as a resting pointer does. */
  private walked = $state(false)
  private resting: ReturnType<typeof setTimeout> | undefined
  private board: HTMLElement | undefined

  /**
   * @param looking how the map is looked at
   * @param rects where the spaces lie in its world, by their ids
   * @param targets the options that point at each space
   * @param onpick carries an option out
   */
  constructor(
    private readonly looking: Looking,
    private readonly rects: () => Record<string, Rect>,
    private readonly targets: () => Record<string, Option[]>,
    private readonly onpick: (option: Option) => void,
  ) {}

  /** Listen to a map, for `{@attach}`: each of its spaces has its id as `data-space`, and its note holds buttons. */
  attach = (board: HTMLElement): (() => void) => {
    this.board = board
    const off = new AbortController()
    // A pointer moves at every frame: the map alone listens, and not by way of the framework.
    board.addEventListener('pointermove', (event) => this.hover(spaceAt(event.target), event), { signal: off.signal })
    board.addEventListener('pointerout', (event) => spaceAt(event.target) !== spaceAt(event.relatedTarget) && this.leave(), { signal: off.signal })
    // What is focused when it is taken away is left in the midst of an update, which `on` allows for.
    const arrived = on(board, 'focusin', (event) => this.arrive(spaceAt(event.target)))
    const left = on(board, 'focusout', () => (this.focused = ''))
    return () => {
      off.abort()
      arrived()
      left()
    }
  }

  /** The space whose note is seen. */
  get noted(): string {
    return this.pinned || this.hovered || (this.walked ? this.focused : '')
  }

  press(id: string, event: MouseEvent & { pointerType?: string }): void {
    if (this.looking.dragged && event.detail > 0) return
    const here = this.targets()[id] ?? []
    if (here.length === 1 && event.pointerType !== 'touch') return this.pick(here[0]!)
    this.pinned = this.pinned === id && event.pointerType !== 'touch' ? '' : id
    if (event.detail === 0) requestAnimationFrame(() => this.board?.querySelector<HTMLElement>('.note button')?.focus())
  }

  pick = (option: Option): void => {
    const space = this.noted
    clearTimeout(this.resting)
    this.pinned = this.hovered = ''
    this.onpick(option)
    if (this.walked) this.focus(space)
    this.walked = false
  }

  close = (): void => {
    const space = this.pinned
    this.pinned = ''
    this.focus(space)
  }

  key = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    if (event.key === 'Escape' && this.pinned) this.close()
    else if (event.key.startsWith('Arrow') && this.focused && !event.shiftKey) this.focus(towards(this.rects(), this.focused, event.key as Direction))
    else if (!this.looking.key(event)) return
    event.preventDefault()
    event.stopPropagation()
  }

  /** A pointer that has moved onto a space and rests there opens its note; one that passes, or under which the board has moved, does not. */
  private hover(id: string, event: PointerEvent): void {
    if (this.hovered === id) return
    this.leave()
    if (id && event.pointerType === 'mouse' && !this.looking.moving) this.resting = setTimeout(() => (this.hovered = id), REST)
  }

  private leave(): void {
    clearTimeout(this.resting)
    this.hovered = ''
  }

  private arrive(id: string): void {
    if (!id) return
    this.focused = id
    this.walked = this.board?.querySelector(':focus-visible') !== null
    if (!this.looking.pointing) this.looking.reveal(this.rects()[id]!)
  }

  private focus(id: string): void {
    this.board?.querySelector<HTMLElement>(`[data-space="${CSS.escape(id)}"]`)?.focus({ preventScroll: true })
  }
}

/** Return the id of the space of a map that something belongs to; empty if it is none's. */
export function spaceAt(target: EventTarget | null): string {
  return target instanceof Element ? (target.closest<HTMLElement>('[data-space]')?.dataset.space ?? '') : ''
}
