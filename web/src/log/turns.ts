// The log as it is read: by turns, and what happened since one decided last.
import type { Told } from '../lib/protocol'

export interface Turn {
  number: number
  /** Whose turn it is, -1 before the first. */
  seat: number
  lines: Told[]
}

/** Return the events that people read, grouped by turn, the oldest first. */
export function turns(told: Told[]): Turn[] {
  const found: Turn[] = []
  for (const event of told) {
    if (event.kind === 'TurnBegan' || !found.length) {
      found.push({ number: event.turn, seat: event.kind === 'TurnBegan' ? event.seat : -1, lines: [] })
    }
    if (event.text && event.kind !== 'TurnBegan') found.at(-1)!.lines.push(event)
  }
  return found.filter((turn) => turn.lines.length || turn.seat >= 0)
}

/** Return the last turns of what has been told, so many at most, and whether there are others before them. */
export function lastTurns(told: Told[], count: number): { last: Turn[]; earlier: boolean } {
  let from = told.length
  for (let left = count; from > 0 && left > 0; ) if (told[--from]!.kind === 'TurnBegan') left -= 1
  return { last: turns(told.slice(from)), earlier: from > 0 }
}

/** Return what happened after an event, by turns; `-1` for everything. Turns without a line are left out. */
export function since(told: Told[], number: number): Turn[] {
  const first = told.findIndex((event) => event.number > number)
  if (first < 0) return []
  const began = told.slice(0, first).findLast((event) => event.kind === 'TurnBegan')
  const rest = told.slice(first)
  return turns(began && rest[0]!.kind !== 'TurnBegan' ? [began, ...rest] : rest).filter((turn) => turn.lines.length)
}

/** Whether a line is about a seat that was not the one to act: what others did to it. The deal befalls nobody. */
export function befell(line: Told, turn: Turn, seat: number): boolean {
  return seat >= 0 && turn.seat >= 0 && turn.seat !== seat && (line.seat === seat || line.other === seat)
}

/** Return the event with which a seat decided last, as far as the log tells; -1 if it never did. */
export function decided(told: Told[], seat: number): number {
  const last = told.findLast((event) => event.seat === seat && (event.kind === 'Answered' || event.kind === 'TurnBegan'))
  return last?.number ?? -1
}
