// Moving about on the board: wheel, drag, pinch and keys, for one window onto one world.
import { centre, fit, framed, pan, reveal, zoom, type Camera, type Size } from './camera'
import { sizing } from '../lib/sizes'
import type { Point, Rect } from './layout'

const SLACK = 6
const STRIDE = 90
const NEAR = 0.95
/** The board is at rest when it has not been moved for so long, in milliseconds. */
const REST = 300
/** Below this scale, names could not be read and are left out. */
export const FAR = 0.47
const KEYS: Record<string, (looking: Looking) => void> = {
  '+': (looking) => looking.zoom(1.35),
  '=': (looking) => looking.zoom(1.35),
  '-': (looking) => looking.zoom(1 / 1.35),
  Home: (looking) => looking.fit(),
  ArrowLeft: (looking) => looking.pan(STRIDE, 0),
  ArrowRight: (looking) => looking.pan(-STRIDE, 0),
  ArrowUp: (looking) => looking.pan(0, STRIDE),
  ArrowDown: (looking) => looking.pan(0, -STRIDE),
}

export class Looking {
  window = $state.raw<Size>({ width: 1, height: 1 })
  /** Nothing until somebody has moved: then the whole world is seen, or what is followed. */
  private moved = $state.raw<Camera | null>(null)
  /** What is to be seen while nobody has moved, if the world cannot be read as a whole. */
  followed = $state.raw<Rect[]>([])
  /** Whether it is being moved by a pointer. */
  moving = $state(false)
  /** Whether the pointer has dragged rather than clicked. */
  dragged = false
  /** Whether a pointer is down: then focus comes from it, and the world stays where it is. */
  pointing = false
  private pointers = new globalThis.Map<number, Point>()

  /** The scale at which the world has come to rest last. */
  private settled = $state(0)

  constructor(private readonly world: () => Size) {}

  /** The scale for which what is written is set. While somebody zooms it stays: to set all names anew takes longer than a frame. */
  get lettered(): number {
    return (this.moved && this.settled) || this.camera.k
  }

  /** Whether somebody is zooming: then the world is moved as a picture of its own, and drawn anew once it is at rest. */
  get zooming(): boolean {
    return this.lettered !== this.camera.k
  }

  get camera(): Camera {
    if (this.moved) return this.moved
    const whole = fit(this.world(), this.window)
    return this.followed.length && whole.k < FAR ? framed(this.followed, this.world(), this.window) : whole
  }

  zoom(by: number, at: Point = { x: this.window.width / 2, y: this.window.height / 2 }): void {
    this.moved = zoom(this.camera, by, at, this.world(), this.window)
  }
  pan(dx: number, dy: number): void {
    this.moved = pan(this.camera, dx, dy, this.world(), this.window)
  }
  fit(): void {
    this.moved = null
    this.followed = []
  }
  centre(at: Point): void {
    this.moved = centre(at, Math.max(NEAR, this.camera.k), this.world(), this.window)
  }
  reveal(rect: Rect): void {
    if (this.moved) this.moved = reveal(this.moved, rect, this.world(), this.window)
  }

  /** What point of the world is at a point of the window. */
  inWorld(at: Point): Point {
    return { x: (at.x - this.camera.x) / this.camera.k, y: (at.y - this.camera.y) / this.camera.k }
  }

  /** Do what a key stands for; tells whether it stands for anything. */
  key(event: KeyboardEvent): boolean {
    KEYS[event.key]?.(this)
    return event.key in KEYS
  }

  /** Listen to a window: for `{@attach}`. */
  attach = (node: HTMLElement): (() => void) => {
    const leave = sizing(({ width, height }) => (this.window = { width, height }))(node)
    $effect(() => {
      const { k } = this.camera
      const timer = setTimeout(() => (this.settled = k), REST)
      return () => clearTimeout(timer)
    })
    const off = new AbortController()
    const on = { signal: off.signal }
    node.addEventListener('wheel', (event) => this.wheel(event, node), { ...on, passive: false })
    node.addEventListener('pointerdown', (event) => this.down(event), on)
    addEventListener('pointermove', (event) => this.move(event, node), on)
    addEventListener('pointerup', (event) => this.up(event), on)
    addEventListener('pointercancel', (event) => this.up(event), on)
    return () => {
      leave?.()
      off.abort()
    }
  }

  private wheel(event: WheelEvent, node: HTMLElement): void {
    event.preventDefault()
    this.zoom(Math.exp(-event.deltaY / 400), within(event, node))
  }

  private down(event: PointerEvent): void {
    this.pointing = true
    if (!this.pointers.size) this.dragged = false
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY })
  }

  private move(event: PointerEvent, node: HTMLElement): void {
    const before = this.pointers.get(event.pointerId)
    if (!before) return
    const now = { x: event.clientX, y: event.clientY }
    if (!this.moving && Math.hypot(now.x - before.x, now.y - before.y) < SLACK) return
    this.moving = this.dragged = true
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1]
    if (other) this.pinch(before, now, other, node)
    else this.pan(now.x - before.x, now.y - before.y)
    this.pointers.set(event.pointerId, now)
  }

  private pinch(before: Point, now: Point, other: Point, node: HTMLElement): void {
    const by = Math.hypot(now.x - other.x, now.y - other.y) / (Math.hypot(before.x - other.x, before.y - other.y) || 1)
    this.zoom(by, within({ clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 }, node))
    this.pan((now.x - before.x) / 2, (now.y - before.y) / 2)
  }

  private up(event: PointerEvent): void {
    this.pointers.delete(event.pointerId)
    if (this.pointers.size) return
    this.moving = this.pointing = false
  }
}

function within(event: { clientX: number; clientY: number }, node: HTMLElement): Point {
  const box = node.getBoundingClientRect()
  return { x: event.clientX - box.left, y: event.clientY - box.top }
}
