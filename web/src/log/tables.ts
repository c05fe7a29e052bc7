// The text of a space, with its tables apart from its prose.
import type { Chance, Space } from '../lib/protocol'

/** Return what a space says piece by piece: prose, and the tables that it rolls on. */
export function withTables(space: Pick<Space, 'text' | 'tables'>): (string | Chance[])[] {
  const pieces: (string | Chance[])[] = []
  let rest = space.text
  for (const { said, chances } of space.tables) {
    const bracketed = rest.includes(`(${said})`) ? `(${said})` : said
    const at = rest.indexOf(bracketed)
    if (at < 0) continue
    pieces.push(rest.slice(0, at).trim(), chances)
    rest = rest.slice(at + bracketed.length).replace(/^[.;,]\s*/, '')
  }
  return [...pieces, rest.trim()].filter((piece) => piece.length > 0)
}
