// What the text of a scenario says, as a form shows it and changes it. The words are those of docs/scenarios.md.
import type { PresetFacts } from '../../lib/protocol'
import { adventure, type AnyBook } from '../../lib/rulebooks'

/** A card or chit: its id, or that with marks of its own. */
export type Named = string | { card?: string; chit?: string; [word: string]: unknown }
/** The entries of a scenario, or of a part of it, by their keys. */
export type Entries = Record<string, unknown>

export interface Choice {
  id: string
  name: string
}

const SEATS = ['ann', 'ben', 'cleo', 'dan', 'eve', 'finn']

/** The id of a card or chit. */
export const idOf = (named: Named): string => (typeof named === 'string' ? named : (named.card ?? named.chit ?? ''))

/** Return entries with one of them changed; one that is undefined is taken out. */
export function having(entries: Entries, key: string, value: unknown): Entries {
  const { [key]: _, ...rest } = entries
  return value === undefined ? rest : key in entries ? { ...entries, [key]: value } : { ...rest, [key]: value }
}

/** What is there, or undefined for nothing: an empty list or mapping need not be said. */
export const unlessEmpty = <T extends object>(value: T): T | undefined => (Object.keys(value).length ? value : undefined)

/** Return a part of the entries that is a mapping; an empty one if it is not. */
export const mapping = (value: unknown): Entries => (value && typeof value === 'object' && !Array.isArray(value) ? (value as Entries) : {})
/** Return a part of the entries that is a list; an empty one if it is not. */
export const list = <T>(value: unknown): T[] => (Array.isArray(value) ? (value as T[]) : [])

/** Return the seats of a position, as far as they are mappings. */
export const seatsOf = (entries: Entries): Entries[] => list<Entries>(entries.players).filter((seat) => seat && typeof seat === 'object')

/** Return a further seat: the next name, and the first character that nobody has. */
export function newSeat(seats: Entries[], book: AnyBook): Entries {
  const seat = SEATS.find((name) => !seats.some((one) => one.seat === name)) ?? `seat${seats.length + 1}`
  if (!adventure(book)) return { seat }
  const characters = Object.values(book.cards).filter((card) => card.kind === 'character')
  return { seat, character: characters.find((card) => !seats.some((one) => one.character === card.id))?.id ?? 'none' }
}

/** Return the entries of a position from nothing: as few seats as may be, at the start of the first one's turn. */
export function beginning(preset: PresetFacts, book: AnyBook, title: string): Entries {
  const players: Entries[] = []
  while (players.length < preset.least_seats) players.push(newSeat(players, book))
  return { title, game: { preset: preset.id }, players, strict: true }
}

/** Return things with an id and a name in the order of their names. */
export const byName = <T extends Choice>(things: T[]): Choice[] =>
  things.map(({ id, name }) => ({ id, name })).sort((one, other) => one.name.localeCompare(other.name))
