// Which spaces the pending ask points at, and the label of a space for screen readers.
import { t } from '../lib/i18n.svelte'
import type { Book, Option, Seat, View } from '../lib/protocol'

/** Return the options of the ask by the space they point at: their own, or where their card or seat is. */
export function pointed(view: View, options: Option[]): Record<string, Option[]> {
  const found: Record<string, Option[]> = {}
  for (const option of options) {
    const space = option.space || seatSpace(view, option.seat) || cardSpace(view, option.card)
    if (space) (found[space] ??= []).push(option)
  }
  return found
}

function seatSpace(view: View, seat: number): string {
  return seat >= 0 && seat !== view.seat ? (view.seats[seat]?.space ?? '') : ''
}

function cardSpace(view: View, card: string): string {
  const mine = view.seats[view.seat]?.space ?? ''
  const lies = (id: string): boolean => view.spaces[id]?.cards.some((held) => held.card === card) ?? false
  return lies(mine) ? mine : (Object.keys(view.spaces).find(lies) ?? '')
}

/** Return the label of a space: its name, who and what is there, and what can be done. */
export function label(book: Book, view: View, id: string, options: Option[]): string {
  const space = book.spaces[id]!
  const region = book.maps.find((map) => map.id === space.map)?.regions.find((each) => each.id === space.region)
  const here = seatsOn(view, id).map(({ name }) => t('board.stands', { name }))
  const cards = (view.spaces[id]?.cards ?? []).map(({ card }) => book.cards[card]?.name ?? t('board.unknown_card'))
  const { gold = 0, marks = [] } = view.spaces[id] ?? {}
  const parts = [
    `${space.name}, ${region?.name ?? ''}`,
    ...here,
    ...(cards.length ? [t('board.lies', { n: cards.length, cards: cards.join(', ') })] : []),
    ...(gold ? [t('board.gold_here', { n: gold })] : []),
    ...marks.map((mark) => [book.marks[mark.kind]?.name ?? mark.kind, mark.amount > 1 ? mark.amount : ''].join(' ').trim()),
    ...options.map((option) => option.text.replace(/\.$/, '')),
  ]
  return `${parts.join('. ')}.`
}

/** The seats whose figures stand on a space. */
export function seatsOn(view: View, id: string): Seat[] {
  return view.seats.filter((seat) => seat.space === id)
}
