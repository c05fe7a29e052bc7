// A cache of the catalogue and the books of set-ups: each is fetched once in a language.
import { get } from './api'
import { language } from './i18n.svelte'
import type { Catalogue } from './protocol'
import type { AnyBook } from './rulebooks'

/** Which set-up the cards and rules are read of; an empty preset stands for the catalogue's first. */
export interface Reading {
  preset: string
  packs: string[]
}

function stored(): Reading {
  const asked = new URLSearchParams(globalThis.location?.search ?? '')
  if (asked.has('preset')) return { preset: asked.get('preset')!, packs: asked.get('packs')?.split(',').filter(Boolean) ?? [] }
  try {
    return { preset: '', packs: [], ...JSON.parse(globalThis.localStorage?.getItem('reading') ?? '{}') }
  } catch {
    return { preset: '', packs: [] }
  }
}

export const reading = $state<Reading>(stored())

/** Read another set-up from now on. */
export function read(preset: string, packs: string[]): void {
  reading.preset = preset
  reading.packs = packs
  localStorage.setItem('reading', JSON.stringify(reading))
}

/** Return the query that makes a link lead to the same set-up elsewhere. */
export function query({ preset, packs }: Reading): string {
  const asked = new URLSearchParams()
  if (preset) asked.set('preset', preset)
  if (packs.length) asked.set('packs', packs.join(','))
  const text = asked.toString()
  return text && `?${text}`
}

const fetched = new Map<string, Promise<unknown>>()

function once<T>(path: string): Promise<T> {
  const key = `${language.code} ${path}`
  if (!fetched.has(key)) {
    const coming = get<T>(path)
    coming.catch(() => fetched.delete(key))
    fetched.set(key, coming)
  }
  return fetched.get(key) as Promise<T>
}

export const catalogue = (): Promise<Catalogue> => once<Catalogue>('catalogue')

/** Return the book of a set-up. */
export function book(preset: string, packs: string[] = []): Promise<AnyBook> {
  const asked = packs.length ? `?${new URLSearchParams({ packs: packs.join(',') })}` : ''
  return once<AnyBook>(`books/${encodeURIComponent(preset)}${asked}`)
}

/** Return the book of the set-up that is read just now. A set-up that is no longer offered gives way to the first. */
export async function bookRead({ preset, packs }: Reading): Promise<AnyBook> {
  const { presets } = await catalogue()
  const chosen = presets.find((known) => known.id === preset) ?? presets[0]!
  return book(chosen.id, packs.filter((pack) => chosen.packs.some((known) => known.id === pack)))
}
