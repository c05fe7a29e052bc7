// What a table is called: as its host says, else by who plays there. What is played stands beside it (see GameBadge).
import { language, t } from './i18n.svelte'

interface Sitting {
  who: string
  name: string
}

/** Return who plays, in words: `Ann, Ben and 2 computer players`. */
export function whoPlays(seats: Sitting[]): string {
  const people = seats.filter(({ who, name }) => (who === 'person' || who === 'me') && name.trim()).map(({ name }) => name.trim())
  const [open, computers] = ['open', 'computer'].map((kind) => seats.filter(({ who }) => who === kind).length) as [number, number]
  const others = [open && t('tables.open_seats', { n: open }), computers && t('tables.computers', { n: computers })]
  return new Intl.ListFormat(language.code).format([...people, ...others.filter((part) => part !== 0)])
}

/** Return what a table is called. */
export function titleOf(table: { name: string; seats: Sitting[] }): string {
  return table.name || whoPlays(table.seats)
}
