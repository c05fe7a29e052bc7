// Plays what has happened, one event after the other; the board shows figures and cards as of the event being played.
import { untrack } from 'svelte'
import { settings } from '../lib/settings.svelte'
import type { TableState } from '../lib/table.svelte'
import type { Told } from '../lib/protocol'
import type { AnyView } from '../lib/rulebooks'
import * as war from '../war/beats'
import { after, beat, joined, shown, type Beat, type Shown } from './beats'

/** So many events are not watched one by one, e.g. after a long break. */
const TOO_MANY = 400

/** What others do is played faster than what one does oneself. */
const OTHERS = 0.55

/** Where more than this waits to be played, it is played the faster the more it is. */
const QUEUE = 14

/** After so long without a step whatever was being played is broken off, in milliseconds: no question waits for ever. */
const PATIENCE = 8000

export class Stage {
  /** What is being played; nothing when the board shows the view. */
  beat = $state.raw<Beat | null>(null)
  /** How far a figure that walks has come: the index in its path. */
  step = $state(0)
  shown = $state.raw<Shown>({ active: -1, at: {}, wounds: {}, lying: {}, ground: {} })
  private timer: ReturnType<typeof setTimeout> | undefined
  private moved = 0
  private begun = false

  constructor(readonly table: TableState) {}

  /** Whether something is being played. */
  get busy(): boolean {
    return this.beat !== null
  }

  /** Go on if there is something to play: to be called whenever the table has changed. */
  watch(): void {
    if (!this.table.view) return
    if (!this.begun) return this.begin()
    if (this.table.view.rulebook !== 'wargame') this.shown = joined(this.shown, this.table.view, this.table.waiting)
    if (!this.busy || document.hidden) this.next()
    else if (Date.now() - this.moved > PATIENCE) this.settle()
  }

  /** Show at once what waits. */
  skip(): void {
    if (this.busy) this.settle()
  }

  /** Stop for good. */
  close(): void {
    clearTimeout(this.timer)
    this.beat = null
  }

  /** What a page finds when it is opened is not played: it has not happened before the viewer's eyes. */
  private begin(): void {
    this.begun = true
    this.settle()
  }

  private settle(): void {
    clearTimeout(this.timer)
    this.beat = null
    if (this.table.waiting.length) this.table.waiting = []
    this.shown = whole(this.table.view!)
  }

  private next(): void {
    clearTimeout(this.timer)
    const { waiting } = this.table
    if (settings.speed === 0 || document.hidden || waiting.length > TOO_MANY) return this.settle()
    const [told, ...rest] = waiting
    if (!told) return this.settle()
    this.table.waiting = rest
    try {
      this.play(told)
    } catch (fault) {
      console.error(fault) // an event that cannot be played must not keep the game from going on
      this.settle()
    }
  }

  private play(told: Told): void {
    this.moved = Date.now()
    const view = this.table.view!
    const hurry = Math.min(1, QUEUE / (this.table.waiting.length + 1))
    const speed = settings.speed * hurry * (view.seat < 0 || told.seat === view.seat ? 1 : OTHERS)
    const now = view.rulebook === 'wargame' ? war.beat(told, speed) : beat(told, view.seats, speed)
    this.beat = now
    if (now.scene.kind === 'walk') return this.walk(told, now.scene.path, now.scene.step)
    this.shown = view.rulebook === 'wargame' ? war.after(this.shown, told) : after(this.shown, told)
    if (now.ms === 0) return this.next()
    this.timer = setTimeout(() => this.next(), now.ms)
  }

  private walk(told: Told, path: string[], ms: number, at = 1): void {
    this.moved = Date.now()
    this.step = at
    this.shown = { ...this.shown, at: { ...this.shown.at, [told.seat]: path[at] ?? path[0]! } }
    this.timer = setTimeout(() => (at + 1 < path.length ? this.walk(told, path, ms, at + 1) : this.next()), ms)
  }
}

/** What the board shows of a view of any rulebook. */
function whole(view: AnyView): Shown {
  return view.rulebook === 'wargame' ? war.shown(view) : shown(view)
}

const stages = new WeakMap<TableState, Stage>()

/** The stage of a table: one, however many look at it. */
export function stageOf(table: TableState): Stage {
  const found = stages.get(table) ?? new Stage(table)
  stages.set(table, found)
  return found
}

/** How often it is looked whether what is played goes on, in milliseconds. */
const LOOK = 2000

/** Let a stage follow its table for as long as a component lives; to be called while it is set up. */
export function follow(stage: Stage): void {
  $effect(() => {
    const look = (): void => untrack(() => stage.watch())
    const timer = setInterval(look, LOOK)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  })
  $effect(() => {
    void stage.table.view
    void stage.table.waiting
    untrack(() => stage.watch())
  })
}
