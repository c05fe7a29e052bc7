// The lessons finished in this browser.
const FINISHED = 'lessons'

/** Return their ids. */
export function finished(): string[] {
  try {
    return JSON.parse(localStorage.getItem(FINISHED) ?? '[]') as string[]
  } catch {
    return []
  }
}

export function finish(id: string): void {
  localStorage.setItem(FINISHED, JSON.stringify([...new Set([...finished(), id])]))
}
