// Which draft of the workshop a table was opened for, as long as the browser's tab is open.
const KEY = 'tried'

/** Note that a table was opened for a draft. */
export function tries(table: string, draft: string): void {
  sessionStorage.setItem(KEY, JSON.stringify({ ...all(), [table]: draft }))
}

/** Return the draft that a table was opened for; empty if it was not. */
export const triedAt = (table: string): string => all()[table] ?? ''

function all(): Record<string, string> {
  return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<string, string>
}
