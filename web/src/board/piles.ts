// The decks that lie face down beside the board.
import type { Book, View } from '../lib/protocol'

export interface FaceDown {
  id: string
  name: string
  /** Its name as there is room for on its cards: `Spell` of the `Spell deck`, in German `Trank` of the `Trankstapel`. */
  short: string
  left: number
  /** The number of the colour of its backs. */
  back: number
}

const BACKS = 8

/** Return the decks that lie face down, but for those of which all cards have left the game or are elsewhere. */
export function faceDown(book: Book, view: View): FaceDown[] {
  return Object.values(book.decks)
    .filter((deck) => deck.hidden)
    .map((deck, index) => ({ deck, back: index % BACKS, pile: view.piles[deck.id] }))
    .flatMap(({ deck, back, pile }) =>
      pile && (pile.left || pile.discards.length) ? { id: deck.id, name: deck.name, short: deck.name.replace(/( deck| cards|stapel)$/, ''), left: pile.left, back } : [],
    )
}
