// Which scene an event of a wargame is shown as: units that move, battles, shots and quests, wounds. Nothing here knows a chit.
import type { Beat, Scene } from '../board/beats'
import { fighting, LENGTHS, TURN } from '../board/beats'
import type { EventKind } from '../lib/kinds'
import type { Told } from '../lib/protocol'

/** Return the beat of an event at a speed: 0 is instant, 1 normal, 2 twice as long. */
export function beat(told: Told, speed: number): Beat {
  const found = scene(told)
  return { scene: found, told, ms: LENGTHS[found.kind] * speed }
}

const HURT: EventKind[] = ['Wounded', 'UnitKilled', 'Infected']

function scene(told: Told): Scene {
  const { seat } = told
  if (told.kind === TURN) return { kind: 'turn', seat, turn: told.turn }
  if (told.dice.length) return { kind: 'dice', seat, dice: told.dice }
  if (told.kind === 'UnitMoved' || told.kind === 'UnitPlaced') return { kind: 'move', unit: told.card }
  if (told.kind === 'SpellCast') return { kind: 'spell', seat, card: told.card, other: -1 }
  const fight = fighting(told)
  if (fight) return fight
  if (HURT.includes(told.kind)) return { kind: 'hurt', unit: told.card }
  return told.text ? { kind: 'word', seat } : { kind: 'nothing' }
}
