// How far somebody has come in a lesson, and what its guide says now.
import type { LessonStep } from '../lib/protocol'

export interface Progress {
  /** The last step that was said; -1 before the first. */
  at: number
  /** What is said now: what has just happened, and then what is asked. */
  said: LessonStep[]
}

export const BEGINNING: Progress = { at: -1, said: [] }

/**
 * Return the progress after the table has changed: the steps still to come whose event has happened or whose kind of
 * ask is pending. Whoever goes another way than the guide suggests skips what no longer fits.
 *
 * `decided` tells whether the reader has answered since the last step. If not, what was asked has been answered by the
 * table, as what is forced is: then what was said stays to be read, and what was passed over is said as well.
 */
export function progress(steps: LessonStep[], before: Progress, ask: string, events: string[], decided: boolean): Progress {
  const said = decided ? [] : [...before.said]
  let at = before.at
  let passed: LessonStep[] = []
  for (let n = before.at + 1; n < steps.length; n += 1) {
    const step = steps[n]!
    if (step.event ? !events.includes(step.event) : step.ask !== ask) {
      if (step.ask && !decided) passed = [step]
      continue
    }
    said.push(...passed, step)
    passed = []
    at = n
    if (step.ask) break
  }
  if (at > before.at) return { at, said }
  return { at, said: decided ? before.said.filter((step) => step.event || step.ask === ask) : before.said }
}

/** Return the key of the option that the guide suggests, or nothing. */
export function suggested({ said }: Progress, ask: string): string {
  return said.findLast((step) => step.ask && step.ask === ask)?.highlight ?? ''
}

const FINISHED = 'lessons'

/** Return the ids of the lessons finished in this browser. */
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
