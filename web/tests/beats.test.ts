import { describe, expect, test } from 'vitest'
import { beat, concerns, place, waits } from '../src/board/beats'
import type { Seat, Side, Told, Versus } from '../src/lib/protocol'
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

describe('what is shown large', () => {
  const side = (seat: number, dice: number[] = []): Side => ({ name: '', seat, cards: [], space: '', points: 3, parts: [], dice, total: 0 })
  const fight = (facts: Partial<Versus>, dice: number[] = []): Partial<Told> => ({ text: 'A fight.', seat: 0, versus: { kind: 'battle', sides: [side(0, dice), side(-1)], compared: false, outcome: '', ...facts } })
  const sceneOf = (facts: Partial<Told>, viewer = 0): string => beat(told(facts), SEATS, 1, viewer).scene.kind

  test('is a card that comes to oneself, never one that somebody else gets', () => {
    const dealt = { text: 'Ann gains a Spell.', card: 'flash', source: 'deck.spells', target: 'hand.ann' }
    expect(sceneOf(dealt)).toBe('reveal')
    expect(sceneOf(dealt, 1)).toBe('card')
    expect(sceneOf({ ...dealt, card: '?' })).toBe('card')
    expect(sceneOf({ ...dealt, source: 'play.ben ox' })).toBe('card')
    expect(sceneOf({ ...dealt, turn: 0 })).toBe('card')
  })

  test('is a fight from its meeting to its outcome, with its dice as dice', () => {
    expect(sceneOf(fight({}))).toBe('meeting')
    expect(sceneOf({ ...fight({}, [3]), dice: [3] })).toBe('dice')
    expect(sceneOf(fight({ compared: true }, [3]))).toBe('compared')
    expect(sceneOf(fight({ compared: true, outcome: 'won' }, [3]))).toBe('outcome')
  })

  test('waits for those whom it concerns', () => {
    const over = beat(told({ ...fight({ compared: true, outcome: 'won' }), seat: -1 }), SEATS, 1, 0)
    expect([-1, 0, 1].map((seat) => concerns(over.told, seat))).toEqual([false, true, false])
    expect([-1, 0, 1].map((seat) => waits(over, seat, 1))).toEqual([false, true, false])
    const drawn = beat(told({ kind: 'CardDrawn', card: 'ape', seat: 1 }), SEATS, 1, 0)
    expect([-1, 0, 1].map((seat) => waits(drawn, seat, 1))).toEqual([false, false, true])
  })
})

test('zones are where they are seen', () => {
  expect(place('space.deep.wood', SEATS)).toEqual({ kind: 'space', id: 'deep.wood' })
  expect(place('play.ben ox', SEATS)).toEqual({ kind: 'seat', id: '1' })
  expect(place('deck.any', SEATS)).toEqual({ kind: 'pile', id: 'any' })
  expect(place('play.nobody', SEATS)).toBeNull()
  expect(place('box', SEATS)).toBeNull()
})
