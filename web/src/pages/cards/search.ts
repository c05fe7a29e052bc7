// Looking through the cards and spaces of a book.
import type { Book, Space } from '../../lib/protocol'
import type { AnyBook, AnyCard } from '../../lib/rulebooks'
import { holds } from '../../lib/words'

export interface Filter {
  words: string
  deck: string
  kind: string
  provenance: string
  /** Only those that say something. */
  text: boolean
}
export const ANY: Filter = { words: '', deck: '', kind: '', provenance: '', text: false }

/** Whether a card is a character's; these have a page of their own. */
export const isCharacter = (card: AnyCard): boolean => 'life' in card && (card.life > 0 || card.abilities.length > 0)

/** Return the cards that a filter lets through, by name. */
export function found<One extends AnyCard>(cards: One[], filter: Filter): One[] {
  return cards
    .filter(
      (card) =>
        (!filter.deck || card.deck === filter.deck) &&
        (!filter.kind || card.kind === filter.kind) &&
        (!filter.provenance || card.provenance === filter.provenance) &&
        (!filter.text || saysSomething(card)) &&
        holds(wordsOf(card), filter.words),
    )
    .sort(byName)
}

const abilities = (card: AnyCard): { name: string; text: string }[] => ('abilities' in card ? card.abilities : [])
const saysSomething = (card: AnyCard): boolean => card.text !== '' || abilities(card).length > 0
const wordsOf = (card: AnyCard): string[] => [
  card.name,
  card.kind_name,
  'alignment' in card ? card.alignment : 'side' in card ? card.side : '',
  ...card.tags,
  card.text,
  ...abilities(card).flatMap(({ name, text }) => [name, text]),
]

/** Return the spaces that words are found in, by region from the outside in, then by name; with the regions' names. */
export function foundSpaces(book: Book, words: string): { region: string; spaces: Space[] }[] {
  return book.maps.flatMap((map) =>
    [...map.regions]
      .sort((one, other) => one.level - other.level)
      .map((region) => ({
        region: book.maps.length > 1 ? `${map.name}: ${region.name}` : region.name,
        spaces: Object.values(book.spaces)
          .filter((space) => space.map === map.id && space.region === region.id && holds([space.name, region.name, space.text], words))
          .sort(byName),
      }))
      .filter(({ spaces }) => spaces.length > 0),
  )
}

/** Return the cards whose text tells of something by its name, or which it tells of. */
export function related(book: AnyBook, card: AnyCard): AnyCard[] {
  const text = [card.text, ...abilities(card).map((ability) => ability.text)].join(' ')
  return Object.values<AnyCard>(book.cards)
    .filter((other) => other.id !== card.id && text.includes(other.name))
    .sort(byName)
}

export interface Named {
  id: string
  name: string
}
const byName = (one: Named, other: Named): number => one.name.localeCompare(other.name, 'en') || one.id.localeCompare(other.id)

/** Return the different kinds and decks of some cards, with how many cards each has, by name. */
export function kindsOf(cards: AnyCard[]): (Named & { count: number })[] {
  return counted(cards.map((card) => ({ id: card.kind, name: card.kind_name })))
}
export function decksOf(cards: AnyCard[], book: AnyBook): (Named & { count: number })[] {
  return counted(cards.filter((card) => card.deck).map((card) => ({ id: card.deck, name: book.decks[card.deck]?.name ?? card.deck })))
}

function counted(things: Named[]): (Named & { count: number })[] {
  const all = new Map<string, Named & { count: number }>()
  for (const { id, name } of things) all.set(id, { id, name, count: (all.get(id)?.count ?? 0) + 1 })
  return [...all.values()].sort(byName)
}
