// The code of the pages, each fetched when it is wanted first.
import type { Component } from 'svelte'
import { placeOf } from './routes'

type Loaded = { default: Component<{ id: string }> }
const pages = import.meta.glob<Loaded>('./*Page.svelte')

/** Return the code of the page that a path means; it is fetched once. */
export function codeOf(path: string): Promise<Loaded> {
  return pages[`./${placeOf(path).page}Page.svelte`]!()
}
