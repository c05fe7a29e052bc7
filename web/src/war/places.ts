// Where things are on the map of a wargame, and the label of a square for screen readers.
import type { Rect } from '../board/layout'
import { t } from '../lib/i18n.svelte'
import type { Option, WarBook, WarUnit, WarView } from '../lib/protocol'

/** The side of a square, the room around the map for letters and numbers, and how many squares a side of it has. */
export const CELL = 150
export const EDGE = 34
export const COUNT = 8
export const WORLD = { width: COUNT * CELL + 2 * EDGE, height: COUNT * CELL + 2 * EDGE }

/** Where the squares are. */
export function tiles(book: WarBook): Record<string, Rect> {
  return Object.fromEntries(
    Object.values(book.squares).map(({ id, at: [row, column] }) => [id, { x: EDGE + column * CELL, y: EDGE + row * CELL, w: CELL, h: CELL }]),
  )
}

/** Return what is to be read of a unit, in words. */
export function told(book: WarBook, view: WarView, unit: WarUnit): string {
  const name = (id: string): string => book.cards[id]?.name ?? id
  return [
    t('war.unit', { name: name(unit.card), owner: view.seats[unit.owner]?.name ?? t('war.nobody'), n: unit.strength }),
    ...(unit.wounds ? [t('war.wounds', { n: unit.wounds, limit: unit.limit })] : []),
    ...(unit.diseased ? [t('war.diseased')] : []),
    ...(unit.save ? [t('war.save', { n: unit.save })] : []),
    ...[...unit.items, ...unit.chits].map(name),
    ...unit.marks.map((mark) => book.marks[mark.kind]?.name ?? mark.kind),
  ].join(', ')
}

/** Return the label of a square: its name and tile, who stands there, and what can be done. */
export function label(book: WarBook, view: WarView, id: string, options: Option[]): string {
  const place = view.squares[id]!
  const parts = [
    `${book.squares[id]!.name}, ${book.cards[place.tile]?.name ?? t('war.bare')}`,
    ...(place.block ? [t('war.block', { n: place.block })] : []),
    ...(place.ruin ? [t('war.ruin', { n: place.ruin })] : []),
    ...(place.unit ? [told(book, view, place.unit)] : []),
    ...options.map((option) => option.text.replace(/\.$/, '')),
  ]
  return `${parts.join('. ')}.`
}
