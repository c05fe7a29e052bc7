import { expect, test, vi } from 'vitest'
import { Asking } from '../src/ask/asking.svelte'
import { subjectOf } from '../src/ask/subject'
import { deedOf, KEYS } from '../src/lib/keys'
import type { Held, Option, Pending, Update, WarSeat } from '../src/lib/protocol'
import type { AnyBook } from '../src/lib/rulebooks'
import { TableState } from '../src/lib/table.svelte'

function asked(options: number): { table: TableState; asking: Asking } {
  const table = new TableState('sample')
  const all = Array.from({ length: options }, (_, n) => ({ key: `to:${n}`, card: n === 1 ? 'axe' : '' }) as Option)
  const view = { seat: 0, seats: [], spaces: {}, ask: { seat: 0, kind: 'move', rule: 'r', text: 'Where?', options: all } }
  table.heard({ type: 'update', version: 1, view, told: [], undone: -1, taking: {}, obeyed: [], orders: [], since: 0, id: 0 } as unknown as Update)
  return { table, asking: new Asking(table) }
}

test('every key of the help sheet does its deed, and no two deeds share one', () => {
  for (const key of KEYS) for (const each of key.keys) expect(deedOf({ key: each })).toBe(key.deed)
  const all = KEYS.flatMap((key) => key.keys)
  expect(new Set(all).size).toBe(all.length)
})

test('keys with Ctrl are left to the browser, and a key held down counts once', () => {
  expect(deedOf({ key: 'c', ctrlKey: true })).toBeNull()
  expect(deedOf({ key: 'u', repeat: true })).toBeNull()
  expect(deedOf({ key: 'U' })).toBe('undo')
  expect(deedOf({ key: 'F5' })).toBeNull()
})

test('number keys choose among nine, and 0 turns to the next nine', () => {
  const { table, asking } = asked(12)
  const answer = vi.spyOn(table, 'answer').mockImplementation(() => {})
  expect([asking.digit(0), asking.digit(8), asking.digit(9)]).toEqual([1, 9, 0])
  asking.more()
  expect([asking.digit(8), asking.digit(9)]).toEqual([0, 1])
  asking.choose(2, 1e6)
  expect(answer.mock.calls.map(([option]) => (option as Option).key)).toEqual(['to:10'])
  asking.choose(9, 1e6)
  expect(answer).toHaveBeenCalledTimes(1)
  asking.more()
  expect(asking.page).toBe(0)
})

test('a key pressed at the very moment a question appears does not answer it', () => {
  const { table, asking } = asked(2)
  const answer = vi.spyOn(table, 'answer').mockImplementation(() => {})
  asking.begin(1000)
  asking.choose(1, 1100)
  expect(answer).not.toHaveBeenCalled()
  asking.choose(1, 1300)
  expect(answer).toHaveBeenCalledOnce()
})

test('there is no question while what has happened is still being shown', () => {
  const { table, asking } = asked(2)
  expect(asking.mine?.kind).toBe('move')
  table.heard({ type: 'update', version: 2, view: table.view, told: [{ number: 1 }], undone: -1 } as unknown as Update)
  expect(asking.mine).toBeNull()
  expect(asking.options).toEqual([])
})

test('the options of a card are found', () => {
  expect(asked(3).asking.about('axe').map((option) => option.key)).toEqual(['to:1'])
})

test('a question of a wargame is about what is under way, then what was drawn, then a goal that is still to be taken', () => {
  const table = new TableState('sample')
  const cards = Object.fromEntries(['orc', 'axe', 'city', 'castle'].map((id) => [id, { id, name: id, picture: id }]))
  table.book = { rulebook: 'wargame', cards } as unknown as AnyBook
  const about = (card: string, stack: string[], drawn: string[], held: string[]): string | undefined => {
    const side = { number: 0, goals: ['city', 'castle'], held, drawn: drawn.map((id) => ({ card: id }) as Held) } as WarSeat
    const view = { rulebook: 'wargame', seat: 0, seats: [side], stack: stack.map((id) => ({ card: id }) as Pending), ask: { seat: 0, card, options: [] } }
    table.heard({ type: 'update', version: 1, view, told: [], undone: -1, taking: {}, obeyed: [], orders: [], since: 0, id: 0 } as unknown as Update)
    return subjectOf(table)?.card
  }
  expect(about('axe', ['', 'orc'], [], [])).toBe('axe')
  expect(about('', ['', 'orc'], ['axe'], [])).toBe('orc')
  expect(about('', [''], ['?', 'axe'], [])).toBe('axe')
  expect(about('', [''], ['?'], [])).toBe('city')
  expect(about('', [], [], ['city'])).toBe('castle')
  expect(about('', [], [], ['city', 'castle'])).toBe('city')
})
