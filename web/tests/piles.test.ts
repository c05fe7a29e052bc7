import { expect, test } from 'vitest'
import { faceDown } from '../src/board/piles'
import type { Book, View } from '../src/lib/protocol'

/** What the deck of a name is called on its cards. */
function short(name: string): string | undefined {
  const book = { decks: { one: { id: 'one', name, hidden: true } } } as unknown as Book
  const view = { piles: { one: { left: 1, discards: [] } } } as unknown as View
  return faceDown(book, view)[0]?.short
}

test('a deck is called on its cards by what they are, in each language', () => {
  expect(['Spell deck', 'Purchase cards', 'Zauberspruchstapel', 'Talismans'].map(short)).toEqual(['Spell', 'Purchase', 'Zauberspruch', 'Talismans'])
})
