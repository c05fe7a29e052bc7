// The unions of books and views of all rulebooks, told apart by the field `rulebook`.
import type { Book, Card, CommonCard, GenericBook, GenericView, View, WarBook, WarCard, WarView } from './protocol'

export type AnyBook = Book | WarBook | GenericBook
export type AnyView = View | WarView | GenericView
export type AnyCard = Card | WarCard | CommonCard

/** The book, if it is an adventure game's; for parts that only such a game has. */
export const adventure = (book: AnyBook | null): Book | null => (book?.rulebook === 'adventure' ? book : null)
export const adventureView = (view: AnyView | null): View | null => (view?.rulebook === 'adventure' ? view : null)
export const war = (book: AnyBook | null): WarBook | null => (book?.rulebook === 'wargame' ? book : null)
export const warView = (view: AnyView | null): WarView | null => (view?.rulebook === 'wargame' ? view : null)
export const genericView = (view: AnyView | null): GenericView | null => (view?.rulebook === 'generic' ? view : null)
