import { expect, test } from 'vitest'
import type { Book, Held, Seat } from '../src/lib/protocol'
import { piled, pips, sorted } from '../src/seat/belongings'

const held = (card: string, more: Partial<Held> = {}): Held => ({ card, number: 1, marks: [], usable: false, note: '', ...more })

test('like cards lie in one pile', () => {
  const piles = piled([held('mule'), held('axe'), held('mule')])
  expect(piles.map((pile) => [pile.held.card, pile.count])).toEqual([['mule', 2], ['axe', 1]])
})

test('a card that can be used, or carries a mark, lies alone', () => {
  const marked = held('mule', { marks: [{ kind: 'hired', amount: 1, lasts: '' }] })
  expect(piled([held('mule'), held('mule', { usable: true }), marked, marked])).toHaveLength(4)
})

test('followers are told by the kind of their card', () => {
  const book = { cards: { mule: { kind: 'follower' }, axe: { kind: 'object' } } } as unknown as Book
  const seat = { cards: [held('axe'), held('mule'), held('?')] } as unknown as Seat
  expect(sorted(book, seat).followers.map((each) => each.card)).toEqual(['mule'])
  expect(sorted(book, seat).objects.map((each) => each.card)).toEqual(['axe', '?'])
})

test('a counter shows what is missing, and what is beyond its value', () => {
  expect(pips(3, 5)).toEqual({ full: 3, empty: 2, beyond: 0 })
  expect(pips(7, 5)).toEqual({ full: 5, empty: 0, beyond: 2 })
})
