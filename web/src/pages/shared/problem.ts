// What went wrong, as a sentence for people.

/** Return the sentence of whatever was thrown; a sentence is itself. */
export function said(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem)
}
