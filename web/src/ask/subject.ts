// What a question is about: the card that asks, whom one fights, else the space where one stands, or what a side is to take.
import type { WarView } from '../lib/protocol'
import { adventure, adventureView, warView } from '../lib/rulebooks'
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
  const chits = warView(view)
  const named = [ask.card || against || '', ...(chits ? behind(chits, ask.seat) : [])]
  const card = named.map((id) => book.cards[id]).find(Boolean)
  if (card) return { card: card.id, name: card.name, picture: card.picture }
  const space = adventure(book)?.spaces[adventureView(view)?.seats[ask.seat]?.space ?? '']
  return space ? { space: space.id, name: space.name, picture: space.picture } : null
}

/** Return the chits that a question of a wargame is about though none asks it: what is under way, then what was drawn, then the goals. */
function behind({ stack, seats }: WarView, asked: number): string[] {
  const { drawn, goals, held } = seats[asked]!
  const open = goals.filter((goal) => !held.includes(goal))
  return [...[...stack, ...drawn.toReversed()].map(({ card }) => card), ...open, ...goals]
}
