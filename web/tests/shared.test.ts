import { expect, test } from 'vitest'
import { keeping, shared } from '../src/lib/shared'

const BEFORE = { seats: [{ name: 'Ann', cards: ['axe'] }, { name: 'Ben', cards: [] }], ask: null, turn: 3 }

test('what has not changed stays the same object, wherever it is', () => {
  const now = shared(BEFORE, { seats: [{ name: 'Ann', cards: ['axe'] }, { name: 'Ben', cards: ['bow'] }], ask: null, turn: 4 })
  expect(now).toEqual({ seats: [{ name: 'Ann', cards: ['axe'] }, { name: 'Ben', cards: ['bow'] }], ask: null, turn: 4 })
  expect(now.seats[0]).toBe(BEFORE.seats[0])
  expect(now.seats[1]).not.toBe(BEFORE.seats[1])
})

test('what is equal as a whole is what was there before', () => {
  expect(shared(BEFORE, structuredClone(BEFORE))).toBe(BEFORE)
})

test('what has come, gone or become of another sort is new', () => {
  const less = shared(BEFORE, { seats: [BEFORE.seats[0]], ask: null })
  expect(less).toEqual({ seats: [BEFORE.seats[0]], ask: null })
  expect(shared({ a: undefined }, { b: undefined })).toEqual({ b: undefined })
  expect(shared([], {})).toEqual({})
  expect(shared([1, 2], [1])).toEqual([1])
  expect(shared(null, { a: 1 })).toEqual({ a: 1 })
})

test('what is worked out anew again and again keeps what has not changed since the last time', () => {
  const kept = keeping<unknown[]>()
  const [first, second] = kept([{ id: 'a', lit: false }, { id: 'b', lit: false }])
  const now = kept([{ id: 'a', lit: false }, { id: 'b', lit: true }])
  expect(now).toEqual([{ id: 'a', lit: false }, { id: 'b', lit: true }])
  expect(now[0]).toBe(first)
  expect(now[1]).not.toBe(second)
  expect(kept(structuredClone(now))).toBe(now)
})
