// How the cards before a seat are laid out, and what trophies are worth.
import type { Book, Held, Seat } from '../lib/protocol'

export interface Pile {
  held: Held
  count: number
}

/** Put like cards together: several copies of a card in the same state are one pile with a number. */
export function piled(cards: Held[]): Pile[] {
  const piles: Pile[] = []
  for (const held of cards) {
    const like = piles.find((pile) => alike(pile.held, held))
    if (like) like.count += 1
    else piles.push({ held, count: 1 })
  }
  return piles
}

function alike(one: Held, other: Held): boolean {
  const bare = one.marks.length + other.marks.length === 0
  return bare && one.card === other.card && one.usable === other.usable && one.note === other.note
}

/** Return the followers among the cards of a seat, and the rest. */
export function sorted(book: Book, seat: Seat): { followers: Held[]; objects: Held[] } {
  const follows = (held: Held): boolean => (book.cards[held.card]?.kind ?? '').includes('follower')
  return { followers: seat.cards.filter(follows), objects: seat.cards.filter((held) => !follows(held)) }
}

/** What a counter shows: full ones, those missing up to its value, and those beyond it. */
export function pips(now: number, value: number): { full: number; empty: number; beyond: number } {
  return { full: Math.min(now, value), empty: Math.max(value - now, 0), beyond: Math.max(now - value, 0) }
}
