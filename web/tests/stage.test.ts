import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Stage } from '../src/board/stage.svelte'
import { settings } from '../src/lib/settings.svelte'
import type { Seat, Told, View } from '../src/lib/protocol'
import type { TableState } from '../src/lib/table.svelte'

function view(...spaces: string[]): View {
  const seats = spaces.map((space, number) => ({ number, name: `s${number}`, space }) as Seat)
  return { seat: 0, active: 0, seats, spaces: {} } as unknown as View
}

function told(facts: Partial<Told>): Told {
  return { number: 0, turn: 1, kind: 'Any', seat: 0, text: '', rule: '', by: '', dice: [], path: [], card: '', source: '', target: '', name: '', amount: 0, other: -1, ...facts }
}

/** A table that has just been opened, and its stage. */
function opened(at = view('a', 'x')): { table: TableState; stage: Stage } {
  const table = { view: at, waiting: [told({ path: ['old', 'a'] })] } as unknown as TableState
  const stage = new Stage(table)
  stage.watch()
  return { table, stage }
}

function happens(table: TableState, stage: Stage, now: View, ...events: Partial<Told>[]): void {
  table.waiting = [...table.waiting, ...events.map(told)]
  table.view = now
  stage.watch()
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { hidden: false })
  settings.speed = 1
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('what happened before the page was opened is not played', () => {
  const { table, stage } = opened()
  expect(stage.busy).toBe(false)
  expect(table.waiting).toEqual([])
  expect(stage.shown.at).toEqual({ 0: 'a', 1: 'x' })
})

test('a figure walks space by space, and is never ahead of its event', () => {
  const { table, stage } = opened()
  happens(table, stage, view('d', 'x'), { dice: [3] }, { path: ['a', 'b', 'c', 'd'] })
  expect(stage.beat?.scene.kind).toBe('dice')
  expect(stage.shown.at[0]).toBe('a')
  const seen = new Set<string>()
  for (let tick = 0; tick < 60; tick++) {
    vi.advanceTimersByTime(100)
    seen.add(stage.shown.at[0]!)
  }
  expect([...seen]).toEqual(['a', 'b', 'c', 'd'])
  expect(stage.busy).toBe(false)
})

test('a figure that comes into the game stands where it sets out', () => {
  const { table, stage } = opened(view('', 'x'))
  happens(table, stage, view('c', 'x'), { dice: [1] }, { path: ['b', 'c'] })
  expect(stage.shown.at).toEqual({ 0: 'b', 1: 'x' })
})

test('a figure that comes into the game and stays stands where it is', () => {
  const { table, stage } = opened(view('a', ''))
  happens(table, stage, view('a', 'y'), { dice: [1] })
  expect(stage.shown.at).toEqual({ 0: 'a', 1: 'y' })
})

test('events that come while others are played wait for them', () => {
  const { table, stage } = opened()
  happens(table, stage, view('b', 'x'), { path: ['a', 'b'] })
  happens(table, stage, view('b', 'y'), { seat: 1, path: ['x', 'y'] })
  expect(stage.shown.at).toEqual({ 0: 'b', 1: 'x' })
  vi.runAllTimers()
  expect(stage.shown.at).toEqual({ 0: 'b', 1: 'y' })
})

test('what others do takes less time than what one does oneself', () => {
  const lengths = [0, 1].map((seat) => {
    const { table, stage } = opened()
    happens(table, stage, view('a', 'x'), { seat, dice: [4] })
    return stage.beat!.ms
  })
  expect(lengths[1]).toBeLessThan(lengths[0]!)
})

test('skipping shows the view at once', () => {
  const { table, stage } = opened()
  happens(table, stage, view('a', 'z'), { seat: 1, dice: [2] }, { seat: 1, path: ['x', 'y', 'z'] })
  stage.skip()
  expect(stage.busy).toBe(false)
  expect(table.waiting).toEqual([])
  expect(stage.shown.at[1]).toBe('z')
  vi.runAllTimers()
  expect(stage.shown.at[1]).toBe('z')
})

test('after skipping, what happens next is played again', () => {
  const { table, stage } = opened()
  happens(table, stage, view('a', 'y'), { seat: 1, path: ['x', 'y'] })
  stage.skip()
  happens(table, stage, view('b', 'y'), { path: ['a', 'b'] })
  expect(stage.busy).toBe(true)
})

test('at instant speed nothing is played', () => {
  settings.speed = 0
  const { table, stage } = opened()
  happens(table, stage, view('b', 'x'), { path: ['a', 'b'] })
  expect(stage.busy).toBe(false)
  expect(stage.shown.at[0]).toBe('b')
})

test('after a long absence nobody has to watch everything', () => {
  const { table, stage } = opened()
  happens(table, stage, view('b', 'x'), ...Array.from({ length: 500 }, () => ({ dice: [1] })))
  expect(stage.busy).toBe(false)
})

test('gold on a space is shown as before until all that happened has been played', () => {
  const { table, stage } = opened()
  const now = { ...view('a', 'x'), spaces: { a: { cards: [], gold: 3, marks: [], kept: [] } } } as View
  happens(table, stage, now, { dice: [3] })
  expect(stage.shown.ground).toEqual({})
  vi.advanceTimersByTime(5000)
  expect(stage.shown.ground.a?.gold).toBe(3)
})

test('an event that cannot be played holds nothing back', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { table, stage } = opened()
  happens(table, stage, view('a', 'x'), { path: null as unknown as string[] }, { dice: [1] })
  expect([stage.busy, table.waiting]).toEqual([false, []])
})

test('what stands still for too long is broken off', () => {
  const { table, stage } = opened()
  happens(table, stage, view('a', 'x'), { dice: [3] })
  vi.clearAllTimers()
  vi.setSystemTime(Date.now() + 9000)
  stage.watch()
  expect([stage.busy, table.waiting]).toEqual([false, []])
})

test('a page that is hidden plays nothing on', () => {
  const { table, stage } = opened()
  happens(table, stage, view('a', 'x'), { dice: [3] }, { dice: [4] })
  vi.stubGlobal('document', { hidden: true })
  stage.watch()
  expect([stage.busy, table.waiting]).toEqual([false, []])
})
