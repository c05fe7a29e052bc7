// What of an event of a wargame is to be seen: units that move, attacks, wounds. Nothing here knows a chit.
import type { Beat, Scene, Shown } from '../board/beats'
import { LENGTHS, TURN } from '../board/beats'
import type { Told, WarView } from '../lib/protocol'

/** Return the beat of an event at a speed: 0 is instant, 1 normal, 2 twice as long. */
export function beat(told: Told, speed: number): Beat {
  const found = scene(told)
  return { scene: found, told, ms: LENGTHS[found.kind] * speed }
}

const HURT = ['Wounded', 'UnitKilled', 'Infected']

function scene(told: Told): Scene {
  const { seat } = told
  if (told.kind === TURN) return { kind: 'turn', seat, turn: told.turn }
  if (told.dice.length) return { kind: 'dice', seat, dice: told.dice }
  if (told.kind === 'UnitMoved' || told.kind === 'UnitPlaced') return { kind: 'move', unit: told.card }
  if (told.kind === 'AttackAnnounced') return { kind: 'attack', unit: told.card, on: told.target }
  if (told.kind === 'SpellCast') return { kind: 'spell', seat, card: told.card, other: -1 }
  if (HURT.includes(told.kind)) return { kind: 'hurt', unit: told.card }
  return told.text ? { kind: 'word', seat } : { kind: 'nothing' }
}

/** What a view shows of the map. */
export function shown(view: WarView): Shown {
  const units = Object.entries(view.squares).flatMap(([id, place]) => (place.unit ? [{ id, unit: place.unit }] : []))
  return {
    active: view.active,
    at: Object.fromEntries(units.map(({ id, unit }) => [unit.card, id])),
    wounds: Object.fromEntries(units.map(({ unit }) => [unit.card, unit.wounds])),
    lying: {},
    ground: {},
  }
}

/** What the map shows once an event has been played. */
export function after(before: Shown, told: Told): Shown {
  if (told.kind === TURN) return { ...before, active: told.seat }
  const square = told.path.at(-1)
  if (square && (told.kind === 'UnitMoved' || told.kind === 'UnitPlaced')) return { ...before, at: { ...before.at, [told.card]: square } }
  if (told.kind === 'Wounded') return { ...before, wounds: { ...before.wounds, [told.card]: (before.wounds[told.card] ?? 0) + told.amount } }
  if (told.kind !== 'UnitKilled') return before
  const { [told.card]: _, ...at } = before.at
  return { ...before, at }
}
