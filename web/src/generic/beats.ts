// Which scene an event is shown as where the page knows nothing of the rulebook: turns, dice and words, as every game has them.
import type { Beat, Scene } from '../board/beats'
import { fighting, LENGTHS, TURN } from '../board/beats'
import type { Told } from '../lib/protocol'

/** Return the beat of an event at a speed: 0 is instant, 1 normal, 2 twice as long. */
export function beat(told: Told, speed: number): Beat {
  const found = scene(told)
  return { scene: found, told, ms: LENGTHS[found.kind] * speed }
}

function scene(told: Told): Scene {
  const { seat, turn, dice, text } = told
  if (told.kind === TURN) return { kind: 'turn', seat, turn }
  if (dice.length) return { kind: 'dice', seat, dice }
  return fighting(told) ?? (text ? { kind: 'word', seat } : { kind: 'nothing' })
}
