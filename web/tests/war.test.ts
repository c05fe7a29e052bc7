import { describe, expect, test } from 'vitest'
import type { Option, Side, Versus, WarBook, WarUnit, WarView } from '../src/lib/protocol'
import { after } from '../src/lib/happened'
import type { EventKind } from '../src/lib/kinds'
import { beat } from '../src/war/beats'
import { squareOf } from '../src/war/happened'
import { choices } from '../src/war/gestures'
import { label, tiles } from '../src/war/places'
import { told } from './keep'

const UNIT = { card: 'hero', owner: 0, strength: 5, printed: 4, wounds: 1, limit: 3, parts: [], diseased: true, save: 2, steps: 1, items: ['sword'], chits: [], abilities: [], marks: [], reach: [], threat: [], done: false } as WarUnit
const BOOK = {
  rulebook: 'wargame',
  squares: { a1: { id: 'a1', name: 'A1', side: 'good', at: [0, 0] }, b3: { id: 'b3', name: 'B3', side: 'neutral', at: [2, 1] } },
  cards: { hero: { name: 'Hero' }, sword: { name: 'Sword' }, keep: { name: 'Keep' } },
  marks: {},
} as unknown as WarBook
const VIEW = {
  rulebook: 'wargame', seat: 0, active: 1, seats: [{ name: 'Ann' }, { name: 'Ben' }],
  pairs: [],
  squares: { a1: { tile: 'keep', block: 2, ruin: 0, unit: UNIT }, b3: { tile: '', block: 0, ruin: 0, unit: null } },
} as unknown as WarView

describe('the map of a wargame', () => {
  test('moves, wounds and takes off units as it is told', () => {
    const moved = after(VIEW, told({ kind: 'UnitMoved', card: 'hero', path: ['b3'] }), VIEW) as WarView
    expect([squareOf(VIEW, 'hero'), squareOf(moved, 'hero')]).toEqual(['a1', 'b3'])
    expect(moved.squares['a1']).toEqual({ tile: 'keep', block: 2, ruin: 0, unit: null })
    expect((after(moved, told({ kind: 'Wounded', card: 'hero', amount: 1 }), VIEW) as WarView).squares['b3']!.unit!.wounds).toBe(2)
    expect(squareOf(after(moved, told({ kind: 'UnitKilled', card: 'hero' }), VIEW) as WarView, 'hero')).toBeUndefined()
    expect(after(moved, told({ kind: 'UnitKilled', card: 'other' }), VIEW)).toEqual(moved)
  })
  test('has a unit that comes onto it as it will be, and a turn as it begins', () => {
    const bare = after(VIEW, told({ kind: 'UnitKilled', card: 'hero' }), VIEW)
    expect((after(bare, told({ kind: 'UnitPlaced', card: 'hero', path: ['b3'] }), VIEW) as WarView).squares['b3']!.unit).toEqual({ ...UNIT, wounds: 0, diseased: false })
    expect(after(VIEW, told({ kind: 'TurnBegan', turn: 5, seat: 0 }), VIEW)).toMatchObject({ active: 0, turn: 5, round: 3 })
  })
  test('has a unit that comes onto it unhurt until it is told how it was wounded', () => {
    const bare = after(VIEW, told({ kind: 'UnitKilled', card: 'hero' }), VIEW)
    const placed = after(bare, told({ kind: 'UnitPlaced', card: 'hero', path: ['a1'] }), VIEW)
    const wounds = [placed, after(placed, told({ kind: 'Wounded', card: 'hero', amount: 1 }), VIEW)].map((view) => (view as WarView).squares['a1']!.unit!.wounds)
    expect(wounds).toEqual([0, 1])
  })
  test('plays an attack from its meeting to its outcome, and nothing for what is not told', () => {
    const side = (name: string, seat: number, dice: number[]): Side => ({ name, seat, cards: [], space: '', points: 3, parts: [], dice, total: 0 })
    const scene = (kind: EventKind, dice: number[], facts: Partial<Versus>, rolled: number[] = []): string =>
      beat(told({ kind, text: 'Something happens.', dice: rolled, versus: { kind: 'battle', sides: [side('Hero', 0, dice), side('Imp', 1, [])], compared: false, outcome: '', ...facts } }), 1).scene.kind
    expect(scene('AttackAnnounced', [], {})).toBe('meeting')
    expect(scene('Rolled', [1, 2, 3], {}, [1, 2, 3])).toBe('dice')
    expect(scene('Compared', [1, 2, 3], { compared: true })).toBe('compared')
    expect(scene('Wounded', [1, 2, 3], { compared: true })).toBe('compared')
    expect(scene('UnitKilled', [1, 2, 3], { compared: true, outcome: 'won' })).toBe('outcome')
    expect(beat(told({ kind: 'UnitKilled', card: 'imp' }), 1).scene.kind).toBe('hurt')
    expect(beat(told({ kind: 'Marked' }), 1).ms).toBe(0)
  })
  test('lies row by row, and says of a square what is to be seen there', () => {
    expect(tiles(BOOK)['b3']).toMatchObject({ x: 34 + 150, y: 34 + 300 })
    const option = { key: 'move:hero', text: 'Move the Hero.', space: 'a1' } as Option
    const said = label(BOOK, VIEW, 'a1', [option])
    for (const words of ['A1, Keep', 'Block tokens: 2', 'Hero of Ann, strength 5', '1 of 3 wounds', 'Sword', 'Move the Hero.']) expect(said).toContain(words)
  })
  test('lets a unit be picked up, and then go or strike, as the server has told', () => {
    const options = [{ key: 'pass', text: 'Pass.', space: '' }, { key: 'move:hero', text: 'Move the Hero.', space: 'a1' }] as Option[]
    const pair = { key: 'move:hero', then: 'to:b3', source: 'a1', target: 'b3', card: '', attack: false, chance: -1 }
    const view = { ...VIEW, ask: { options }, pairs: [pair] } as unknown as WarView
    expect(choices(BOOK, view, '')).toEqual({ a1: [{ ...options[1], picks: true }] })
    expect(choices(BOOK, view, 'move:hero')['b3']).toMatchObject([{ pair, text: 'Move the Hero → B3' }])
    expect(choices(BOOK, { ...view, pairs: [{ ...pair, attack: true }] }, '')['b3'], 'an attack needs no picking up').toHaveLength(1)
    expect(choices(BOOK, { ...view, pairs: [] }, '')).toEqual({ a1: [options[1]] })
  })
})
