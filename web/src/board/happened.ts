// How an event of an adventure game changes the view: places, counters, and where cards lie.
import type { Held, Lying, Pile, Seat, Told, View } from '../lib/protocol'
import { ownerOf, parted } from './zones'

/** Stands for the id of a card that the viewer may not know. */
const UNKNOWN = '?'
const BARE: Lying = { cards: [], gold: 0, marks: [], kept: [] }
/** Where the cards of a seat's zones are in its sheet. */
const SHEET: Record<string, 'cards' | 'spells' | 'trophies'> = { play: 'cards', hand: 'spells', trophies: 'trophies' }

/** Return the view after an event, as far as the event says. */
export function after(before: View, told: Told): View {
  const end = told.path.at(-1)
  if (end) return seated(before, told.seat, () => ({ space: end }))
  if (told.amount) return seated(before, told.seat, (seat) => counted(seat, told))
  if (!told.card || told.source === told.target) return before
  return put(put(before, told.source, told.card, -1), told.target, told.card, 1)
}

function seated(view: View, number: number, change: (seat: Seat) => Partial<Seat>): View {
  return { ...view, seats: view.seats.map((seat) => (seat.number === number ? { ...seat, ...change(seat) } : seat)) }
}

function counted(seat: Seat, { name, amount }: Told): Partial<Seat> {
  if (!(name in seat.counters)) return {}
  const counters = { ...seat.counters, [name]: seat.counters[name]! + amount }
  const { life: lives = seat.lives, fate = seat.fate, gold = seat.gold } = counters
  return { counters, lives, fate, gold }
}

/** Return a view with one card more or less in a zone, if that is on the table. */
function put(view: View, zone: string, card: string, by: 1 | -1): View {
  const { kind, id } = parted(zone)
  if (kind === 'space') return { ...view, spaces: { ...view.spaces, [id]: { ...(view.spaces[id] ?? BARE), cards: changed(view.spaces[id]?.cards ?? [], card, by) } } }
  const pile = view.piles[id]
  if (kind === 'deck' || kind === 'discard') return pile ? { ...view, piles: { ...view.piles, [id]: piled(pile, kind, card, by) } } : view
  const list = SHEET[kind]
  const owner = ownerOf(view.seats, id)
  return list && owner ? seated(view, owner.number, (seat) => ({ [list]: changed(seat[list], card, by) })) : view
}

function piled(pile: Pile, kind: 'deck' | 'discard', card: string, by: 1 | -1): Pile {
  if (kind === 'deck') return { ...pile, left: Math.max(0, pile.left + by) }
  return { ...pile, discards: by > 0 ? [...pile.discards, card] : without(pile.discards, pile.discards.lastIndexOf(card)) }
}

function changed(held: Held[], card: string, by: 1 | -1): Held[] {
  if (by > 0) return [...held, { card, number: -1, marks: [], usable: false, note: '' }]
  const known = held.findIndex((each) => each.card === card)
  return without(held, known < 0 ? held.findIndex((each) => each.card === UNKNOWN) : known)
}

function without<T>(list: T[], index: number): T[] {
  return list.filter((_, each) => each !== index)
}
