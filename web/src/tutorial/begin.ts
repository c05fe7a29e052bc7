import { post } from '../lib/api'
import { suggested } from '../lib/person.svelte'
import type { TableMade } from '../lib/protocol'
import { go } from '../lib/route.svelte'

/** Make a table for a lesson, with one's own name at it, and go there. Throws a Refusal. */
export async function begin(lesson: string): Promise<void> {
  const made = await post<TableMade>(`tutorial/${encodeURIComponent(lesson)}?${new URLSearchParams({ name: suggested() })}`)
  go(`/table/${made.table}`)
}
