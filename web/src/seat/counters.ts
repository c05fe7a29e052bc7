// What a character has counters of. Which kinds there are, the game says; some of them have a place and a word of their own.
import { t, type Word } from '../lib/i18n.svelte'
import type { Book, Seat } from '../lib/protocol'
import { spoken } from '../lib/words'
import { known } from '../parts/icons'

const WORDS: Record<string, Word> = { life: 'seat.lives', fate: 'seat.fate', gold: 'seat.gold', strength: 'seat.strength', craft: 'seat.craft', experience: 'seat.experience' }
const PLACED = ['life', 'fate', 'gold', 'strength', 'craft']
const ICONS: Record<string, string> = { life: 'lives' }

/** Return what a kind of counter is called; one that a pack brings, as where it lies on a card. */
export function counterName(kind: string, book: Book): string {
  const word = WORDS[kind]
  return word ? t(word) : (book.marks[`held_${kind}`]?.name ?? spoken(kind))
}

/** Return the icon of a kind of counter. */
export function counterIcon(kind: string): string {
  return known(ICONS[kind] ?? kind, 'counter')
}

/** Return the kinds of counters of a seat for which there is no place of their own. */
export function otherCounters(seat: Seat): string[] {
  return Object.keys(seat.counters).filter((kind) => !PLACED.includes(kind))
}
