// The animation queue of a table: plays the events that have come one by one, and applies each once it has been seen.
import { untrack } from 'svelte'
import { adventureView } from '../lib/rulebooks'
import { afterFrame, inOwnTask, layOutSoon } from '../lib/tasks'
import { settings, still } from '../lib/settings.svelte'
import type { TableState } from '../lib/table.svelte'
import type { Told } from '../lib/protocol'
import * as generic from '../generic/beats'
import * as war from '../war/beats'
import { beat, concerns, waits, type Beat } from './beats'

/** So many events are not watched one by one, e.g. after a long break. */
const TOO_MANY = 400

/** The event by which somebody gets their character. */
const TAKEN = 'CharacterTaken'

/** What others do is played faster than what one does oneself. */
const OTHERS = 0.55

/** Where more than this waits to be played, it is played the faster the more it is. */
const QUEUE = 14

/** From this pace on, what is to be read waits for a click: whoever plays faster has chosen not to wait. */
const READING = 0.5

/** What is to be read is not hurried, however much waits. */
const READ = ['reveal', 'spell', 'compared', 'outcome', 'death', 'crown']

/** After so long without a step whatever was being played is broken off, in milliseconds: no question waits for ever. */
const PATIENCE = 8000

export class Stage {
  /** What is being played; nothing when the view is as the server has told it. */
  beat = $state.raw<Beat | null>(null)
  /** How far a figure that walks has come: the index in its path. */
  step = $state(0)
  /** Whether what is played waits until it is dismissed. */
  held = $state(false)
  /** Whether the course of a finished game is shown. */
  course = $state(false)
  /** What is shown has happened long since, such as who one is when the table is opened. */
  private aside = false
  private opened = false
  private callOff = (): void => {}
  private moved = 0

  constructor(readonly table: TableState) {}

  /** The space where the figure of a seat is seen: on its way while it walks; nothing if it is not on the board. */
  where(seat: number): string {
    const scene = this.beat?.scene
    if (scene?.kind === 'walk' && scene.seat === seat) return scene.path[this.step] ?? scene.path[0]!
    return adventureView(this.table.view)?.seats[seat]?.space ?? ''
  }

  /** Go on if there is something to play: to be called whenever the table has changed. */
  watch(): void {
    if (!this.table.view) return
    if (!this.opened) this.introduce()
    if (this.aside && !document.hidden && this.table.next?.seat !== this.table.view.seat) return
    if (this.held && !document.hidden && this.beat?.told === this.table.next) return
    if (this.beat?.told !== this.table.next || document.hidden) this.next()
    else if (Date.now() - this.moved > PATIENCE) this.settle()
  }

  /** Show at once what waits, up to what is to be read; or dismiss that. */
  skip(): void {
    if (this.held) return this.dismiss()
    if (!this.table.behind) return
    while (this.table.next && !this.mustWait(this.table.next)) this.table.happen()
    this.next()
  }

  /** Go on from what has waited to be read. */
  dismiss(): void {
    if (!this.held) return
    this.held = this.aside = false
    if (this.beat) this.done(this.beat.told)
  }

  /** Tell who one is, when one comes to a table at which one's character has gone nowhere yet. */
  private introduce(): void {
    this.opened = true
    const { view, told } = this.table
    const taken = told.findLast((event) => event.kind === TAKEN && event.seat === view?.seat)
    if (!taken || told.some((event) => event.number > taken.number && event.seat === taken.seat && event.path.length)) return
    if (this.table.behind || !this.mustWait(taken)) return
    this.beat = this.beatOf(taken, 1)
    this.held = this.aside = true
  }

  private mustWait(told: Told): boolean {
    const { view, attended } = this.table
    return attended && settings.speed >= READING && !document.hidden && waits(this.beatOf(told, 1), view!.seat, view!.active)
  }

  private beatOf(told: Told, speed: number): Beat {
    const view = this.table.view!
    if (view.rulebook === 'adventure') return beat(told, view.seats, speed, view.seat)
    return view.rulebook === 'wargame' ? war.beat(told, speed) : generic.beat(told, speed)
  }

  /** Stop for good. */
  close(): void {
    this.callOff()
    this.beat = null
  }

  private settle(): void {
    this.callOff()
    this.beat = null
    this.held = this.aside = false
    if (this.table.behind) this.table.catchUp()
  }

  private next(): void {
    this.callOff()
    const { next, left } = this.table
    if (!next || settings.speed === 0 || document.hidden || left > TOO_MANY) return this.settle()
    if (next.turn === 0 && still() && !this.mustWait(next)) return this.done(next) // the deal is nothing but movement
    try {
      this.play(next)
    } catch (fault) {
      console.error(fault) // an event that cannot be played must not keep the game from going on
      this.settle()
    }
  }

  private play(told: Told): void {
    layOutSoon()
    this.moved = Date.now()
    const view = this.table.view!
    const pace = settings.speed * (view.seat < 0 || concerns(told, view.seat) ? 1 : OTHERS)
    const read = READ.includes(this.beatOf(told, 1).scene.kind)
    const now = this.beatOf(told, read ? pace : pace * Math.min(1, QUEUE / this.table.left))
    this.step = 0
    this.beat = now
    this.held = this.mustWait(told)
    this.aside = false
    if (this.held) return
    if (now.scene.kind === 'walk') return this.walk(told, now.scene.path, now.scene.step)
    if (now.ms === 0) return this.done(told)
    this.wait(now.ms, () => this.done(told))
  }

  private walk(told: Told, path: string[], ms: number, at = 1): void {
    this.moved = Date.now()
    this.step = at
    this.wait(ms, () => (at + 1 < path.length ? this.walk(told, path, ms, at + 1) : this.done(told)))
  }

  /** Do what comes next after so many milliseconds, unless it is called off. */
  private wait(ms: number, next: () => void): void {
    const timer = setTimeout(() => (this.callOff = afterFrame(next)), ms)
    this.callOff = () => clearTimeout(timer)
  }

  /** What was played has happened, if it has not been taken back meanwhile: only now is it seen anywhere else. */
  private done(told: Told): void {
    this.held = false
    if (told === this.table.next) this.table.happen()
    this.next()
  }
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
    void stage.table.behind
    void stage.table.next
    let gone = false
    inOwnTask(() => gone || stage.watch())
    return () => void (gone = true)
  })
}
