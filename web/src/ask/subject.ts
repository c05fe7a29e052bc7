// What a question is about: the card that asks, whom one fights, else the space where one stands.
import { adventure, adventureView } from '../lib/rulebooks'
import type { TableState } from '../lib/table.svelte'

export interface Subject {
  card?: string
  space?: string
  name: string
  picture: string
}

/** Return what the pending question is about; null if nothing that has a face. */
export function subjectOf(table: TableState): Subject | null {
  const { book, view } = table
  const ask = view?.ask
  if (!book || !view || !ask) return null
  const foe = table.told.at(-1)?.versus
  const against = foe && !foe.outcome ? foe.sides.find((side) => side.seat !== ask.seat)?.cards[0] : ''
  const card = book.cards[ask.card || against || '']
  if (card) return { card: card.id, name: card.name, picture: card.picture }
  const space = adventure(book)?.spaces[adventureView(view)?.seats[ask.seat]?.space ?? '']
  return space ? { space: space.id, name: space.name, picture: space.picture } : null
}
