// Who a seat is: its character, or the form that has been given to it.
import type { Book, Seat } from '../lib/protocol'

/** Return the name of the picture of who a seat is now; nothing before it is anybody. */
export function faceOf(book: Book, seat: Pick<Seat, 'form' | 'character'>): string | undefined {
  return book.marks[seat.form]?.picture || book.cards[seat.character]?.picture
}

/** Return what a seat is called beside its player's name, `Elf` or `Elf (Toad)`; nothing before it is anybody. */
export function whoIs(book: Book, seat: Pick<Seat, 'form' | 'character'>): string {
  const form = book.marks[seat.form]?.name
  return `${book.cards[seat.character]?.name ?? ''}${form ? ` (${form})` : ''}`
}
