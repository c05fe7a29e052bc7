// The icons this page uses, by our names (see icons.json): only these end up in the built page.
import outlines from 'virtual:icons'

/** Return the outline of an icon in a square of 512; that of `unknown` if there is none of this name. */
export function path(name: string): string {
  return outlines[name] ?? outlines['unknown']!
}

/** Return the first of some names that there is an icon for: from the particular to the general. */
export function known(...names: string[]): string {
  return names.find((name) => name in outlines) ?? 'unknown'
}
