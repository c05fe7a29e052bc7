// What can be chosen on the map: an option of the question, a unit to be picked up, or two answers in one gesture.
import type { Markable } from '../ask/marking'
import type { Pair, WarBook, WarView } from '../lib/protocol'

/** Something to be chosen on a square. `picks`: it only picks a unit up; `pair`: it gives two answers at once. */
export interface Choice extends Markable {
  picks?: boolean
  pair?: Pair
}

/** Return what of some options can be chosen on each square, with a unit picked up by the key of its option, or none. */
export function choices(book: WarBook, view: WarView, picked: string, options: Markable[] = view.ask?.options ?? []): Record<string, Choice[]> {
  const found: Record<string, Choice[]> = {}
  const add = (square: string, choice: Choice): unknown => (found[square] ??= []).push(choice)
  for (const option of options) {
    if (option.space) add(option.space, view.pairs.some(({ key }) => key === option.key) ? { ...option, picks: true } : option)
  }
  for (const pair of view.pairs) {
    const first = options.find(({ key }) => key === pair.key)
    if (first && (picked ? pair.key === picked : pair.attack || pair.card)) add(pair.target, { ...first, key: `${pair.key} ${pair.then}`, pair, text: said(book, view, first, pair) })
  }
  return found
}

/** Return the pairs of the unit on a square. */
export function from(view: WarView, square: string): Pair[] {
  return view.pairs.filter(({ source }) => source === square)
}

/** Return both answers of a pair in words. */
function said(book: WarBook, view: WarView, first: Markable, { card, source, target }: Pair): string {
  const [there, by] = [target, source].map((square) => {
    const place = view.squares[square]
    return book.cards[place?.unit?.card ?? place?.tile ?? '']?.name
  })
  return `${first.text.replace(/\.$/, '')}${card && source ? ` (${by})` : ''} → ${book.squares[target]!.name}${there ? ` (${there})` : ''}`
}
