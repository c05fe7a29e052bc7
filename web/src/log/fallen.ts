// The death of one's own character, as told beside the next question.
import { DEATH, TURN } from '../board/beats'
import type { Told } from '../lib/protocol'

export interface Fallen {
  /** The id of the character that was killed; nothing if the log does not say. */
  character: string
  /** How it came to that: the last lines of the log until then. */
  lines: string[]
}

const TAKEN = 'CharacterTaken'
const BOX = 'box'
const LINES = 4

/** Return how a seat's character was killed since an event; null if it was not. */
export function fallen(told: Told[], seat: number, since: number): Fallen | null {
  const at = told.findLastIndex((event) => event.kind === DEATH && event.seat === seat && event.number > since)
  if (seat < 0 || at < 0) return null
  const before = told.slice(0, at + 1)
  const lines = before.filter((event) => event.text && event.kind !== TURN && event.turn === told[at]!.turn).slice(-LINES)
  const taken = before.findLast((event) => event.kind === TAKEN && event.seat === seat)
  const gone = told.slice(at).find((event) => event.target === BOX && event.seat === seat) // where the log begins later
  return { character: (taken ?? gone)?.card ?? '', lines: lines.map((event) => event.text) }
}
