import { post } from '../lib/api'
import type { TableMade } from '../lib/protocol'
import { go } from '../lib/route.svelte'

/** Make a table for a lesson and go there. Throws a Refusal. */
export async function begin(lesson: string): Promise<void> {
  const made = await post<TableMade>(`tutorial/${encodeURIComponent(lesson)}`)
  go(`/table/${made.table}`)
}
