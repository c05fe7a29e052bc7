import { describe, expect, test } from 'vitest'
import { after, beat, place, shown, type Shown } from '../src/board/beats'
import type { Seat, Told, View } from '../src/lib/protocol'

const SEATS = [{ number: 0, name: 'Ann', counters: { life: 4, gold: 1, renown: 0 } }, { number: 1, name: 'Ben Ox', counters: {} }] as unknown as Seat[]
const BARE: Shown = { active: 0, at: { 0: 'a', 1: 'b' }, wounds: {}, lying: { b: ['wolf', 'axe', 'wolf'] }, ground: {} }

function told(facts: Partial<Told>): Told {
  const none = { number: 0, turn: 1, kind: 'Any', seat: 0, text: '', rule: '', by: '', dice: [], path: [], card: '', source: '', target: '', name: '', amount: 0, other: -1 }
  return { ...none, ...facts }
}

describe('the beat of an event', () => {
  const kindOf = (facts: Partial<Told>): string => beat(told(facts), SEATS, 1).scene.kind

  test('is what can be seen of it', () => {
    expect(kindOf({ kind: 'TurnBegan' })).toBe('turn')
    expect(kindOf({ dice: [3, 4] })).toBe('dice')
    expect(kindOf({ path: ['a', 'b'] })).toBe('walk')
    expect(kindOf({ kind: 'SpellCast', card: 'flash' })).toBe('spell')
    expect(kindOf({ name: 'life', amount: -1 })).toBe('count')
    expect(kindOf({ card: 'wolf', source: 'deck.any', target: 'space.a' })).toBe('card')
    expect(kindOf({ text: 'Ann fights.' })).toBe('word')
  })

  test('is nothing for what only the rules keep', () => {
    expect(kindOf({ name: 'casts', amount: 1 })).toBe('nothing')
    expect(kindOf({ card: 'wolf', source: 'deck.any', target: 'discard.any' })).toBe('nothing')
    expect(beat(told({}), SEATS, 2).ms).toBe(0)
  })

  test('lasts as long as the way, and as the speed says', () => {
    const short = beat(told({ path: ['a', 'b'] }), SEATS, 1).ms
    expect(beat(told({ path: ['a', 'b', 'c', 'd'] }), SEATS, 1).ms).toBe(3 * short)
    expect(beat(told({ path: ['a', 'b'] }), SEATS, 0.5).ms).toBe(short / 2)
    expect(beat(told({ path: ['a', 'b'] }), SEATS, 0).ms).toBe(0)
  })
})

test('zones are where they are seen', () => {
  expect(place('space.deep.wood', SEATS)).toEqual({ kind: 'space', id: 'deep.wood' })
  expect(place('play.ben ox', SEATS)).toEqual({ kind: 'seat', id: '1' })
  expect(place('deck.any', SEATS)).toEqual({ kind: 'pile', id: 'any' })
  expect(place('play.nobody', SEATS)).toBeNull()
  expect(place('box', SEATS)).toBeNull()
})

describe('the board after an event', () => {
  test('has the figure at the end of its path, and nobody else moved', () => {
    expect(after(BARE, told({ seat: 1, path: ['b', 'c', 'd'] })).at).toEqual({ 0: 'a', 1: 'd' })
  })
  test('has one card less where it was taken, one more where it was laid', () => {
    const moved = after(BARE, told({ card: 'wolf', source: 'space.b', target: 'space.a' }))
    expect(moved.lying).toEqual({ a: ['wolf'], b: ['axe', 'wolf'] })
  })
  test('knows whose turn it is', () => expect(after(BARE, told({ kind: 'TurnBegan', seat: 1 })).active).toBe(1))
  test('leaves what was before untouched', () => {
    after(BARE, told({ card: 'wolf', source: 'space.b', target: 'play.ann' }))
    expect(BARE.lying.b).toHaveLength(3)
  })
})

test('a view shows the figures that are on the board', () => {
  const view = {
    active: 1,
    seats: [{ number: 0, space: 'a' }, { number: 1, space: '' }],
    spaces: { a: { cards: [{ card: 'axe' }], gold: 0, marks: [] } },
  } as unknown as View
  expect(shown(view)).toEqual({ active: 1, wounds: {}, at: { 0: 'a' }, ground: view.spaces, lying: { a: ['axe'] } })
})
