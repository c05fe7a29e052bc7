// How an event of a wargame changes the view: where units stand, and their wounds.
import type { Told, WarUnit, WarView } from '../lib/protocol'

/** Return the square where a unit stands, nothing if it is not on the map. */
export function squareOf(view: WarView, unit: string): string | undefined {
  return Object.keys(view.squares).find((id) => view.squares[id]!.unit?.card === unit)
}

/** Return the view after an event; what a unit that comes onto the map is like, the view says to which it leads, but for what befalls it on the way. */
export function after(before: WarView, told: Told, to: WarView): WarView {
  const from = squareOf(before, told.card)
  const unit = from ? before.squares[from]!.unit! : unitIn(to, told.card)
  const square = told.path.at(-1)
  if (square && (told.kind === 'UnitMoved' || told.kind === 'UnitPlaced')) return unit ? stood(stood(before, from, null), square, unit) : before
  if (told.kind === 'Wounded' && from && unit) return stood(before, from, { ...unit, wounds: unit.wounds + told.amount })
  if (told.kind === 'UnitKilled') return stood(before, from, null)
  return told.kind === 'Changed' && told.name === 'gold' ? paid(before, told) : before
}

function unitIn(view: WarView, unit: string): WarUnit | null {
  const square = squareOf(view, unit)
  const found = square && view.squares[square]!.unit
  return found ? { ...found, wounds: 0, diseased: false } : null
}

function stood(view: WarView, square: string | undefined, unit: WarUnit | null): WarView {
  const place = square && view.squares[square]
  return place ? { ...view, squares: { ...view.squares, [square]: { ...place, unit } } } : view
}

function paid(view: WarView, told: Told): WarView {
  return { ...view, seats: view.seats.map((seat) => (seat.number === told.seat ? { ...seat, gold: seat.gold + told.amount } : seat)) }
}
