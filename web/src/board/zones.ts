// Zones as events name them: `deck.adventure`, `space.city`, `play.ann`.
import type { Seat } from '../lib/protocol'

/** Return the kind of a zone, and the id of the deck, space or seat that it belongs to. */
export function parted(zone: string): { kind: string; id: string } {
  const [kind = '', ...rest] = zone.split('.')
  return { kind, id: rest.join('.') }
}

/** Return the seat that a zone belongs to by its id, which is the seat's name in small letters. */
export function ownerOf(seats: Seat[], id: string): Seat | undefined {
  return seats.find((seat) => seat.name.toLowerCase() === id.toLowerCase())
}
