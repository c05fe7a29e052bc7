// Dragging a unit over the map: from its square to where it goes or strikes, in one gesture.
import { spaceAt } from '../board/choosing.svelte'
import type { Point } from '../board/layout'

/** So many pixels a pointer moves before it drags rather than clicks. */
const SLACK = 8

export class Dragging {
  /** The square of the unit that is dragged; empty while none is. */
  source = $state('')
  /** Where the pointer is, as points of the screen. */
  at = $state.raw<Point>({ x: 0, y: 0 })
  private begun: { square: string; at: Point; pointer: number } | null = null

  /**
   * @param may tells whether the unit of a square can be dragged
   * @param ondrop is told from which square to which
   */
  constructor(
    private readonly may: (square: string) => boolean,
    private readonly ondrop: (source: string, target: string) => void,
  ) {}

  /** Listen to a map: for `{@attach}`. What is dragged does not move the map. */
  attach = (map: HTMLElement): (() => void) => {
    const off = new AbortController()
    const on = { signal: off.signal }
    map.addEventListener('pointerdown', (event) => this.down(event), on)
    addEventListener('pointermove', (event) => this.move(event), on)
    addEventListener('pointerup', (event) => this.up(event), on)
    addEventListener('pointercancel', () => this.end(), on)
    return () => off.abort()
  }

  private down(event: PointerEvent): void {
    const square = spaceAt(event.target)
    if (!event.isPrimary || event.button !== 0 || !square || !this.may(square)) return
    event.stopPropagation()
    this.begun = { square, at: { x: event.clientX, y: event.clientY }, pointer: event.pointerId }
  }

  private move(event: PointerEvent): void {
    if (this.begun?.pointer !== event.pointerId) return
    this.at = { x: event.clientX, y: event.clientY }
    if (Math.hypot(this.at.x - this.begun.at.x, this.at.y - this.begun.at.y) > SLACK) this.source = this.begun.square
  }

  private up(event: PointerEvent): void {
    const source = this.source
    const target = source && spaceAt(document.elementFromPoint(event.clientX, event.clientY))
    this.end()
    if (target && target !== source) this.ondrop(source, target)
  }

  private end(): void {
    this.begun = null
    this.source = ''
  }
}
