import { describe, expect, test } from 'vitest'
import { beat, place } from '../src/board/beats'
import type { Seat, Told } from '../src/lib/protocol'
import { told } from './keep'

const SEATS = [{ number: 0, name: 'Ann', counters: { life: 4, gold: 1, renown: 0 } }, { number: 1, name: 'Ben Ox', counters: {} }] as unknown as Seat[]

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
