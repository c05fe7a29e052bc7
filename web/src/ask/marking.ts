// Squares that a spell covers: chosen one after the other, on the map or in the list, and given as one row of answers.
import { t } from '../lib/i18n.svelte'
import type { Covering, Option, WarBook } from '../lib/protocol'

/** An option of a question that several squares answer. `marked`: whether it is chosen; without that, it confirms them. */
export interface Markable extends Option {
  marked?: boolean
}

/** Return those of some squares that can be covered, in an order in which they can be answered. */
export function inOrder(book: WarBook, covering: Covering, squares: string[]): string[] {
  const row: string[] = []
  for (let left = squares; ; ) {
    const next = left.find((square) => book.squares[square]!.beside.some((near) => covering.covered.includes(near) || row.includes(near)))
    if (!next || row.length === covering.most) return row
    row.push(next)
    left = left.filter((square) => square !== next)
  }
}

/** Return the options there are when some squares are marked: to confirm them, to take one back, to mark one beside them. */
export function markable(book: WarBook, covering: Covering, options: Option[], marked: string[]): Markable[] {
  const known = [...covering.covered, ...marked]
  const further = marked.length < covering.most ? known.flatMap((square) => book.squares[square]!.beside) : []
  const squares = [...new Set([...marked, ...further])].filter((square) => !covering.covered.includes(square))
  const like = options.find(({ space }) => space)!
  return [
    ...options.filter(({ space }) => !space).map((option) => (marked.length ? { ...option, idle: false, text: t('war.cover_marked', { n: marked.length }) } : option)),
    ...squares.map((square) => ({ ...like, key: covering.key + square, space: square, text: t('war.cover', { square: book.squares[square]!.name }), detail: '', marked: marked.includes(square) })),
  ]
}

/** Return the keys that cover the marked squares and no more, in a row. */
export function row(covering: Covering, marked: string[]): string {
  return [...marked.map((square) => covering.key + square), ...(marked.length < covering.most ? [covering.done] : [])].join(' ')
}
