// Which scene an event is shown as, and for how long. Nothing here knows a card or a space: only what events say of themselves.
import type { Seat, Told } from '../lib/protocol'
import { ownerOf, parted } from './zones'

/** Where a card comes from or goes to: a space, a seat, or a pile beside the board. */
export interface Place {
  kind: 'space' | 'seat' | 'pile'
  id: string
}

export type Scene =
  | { kind: 'turn'; seat: number; turn: number }
  | { kind: 'death'; seat: number }
  | { kind: 'walk'; seat: number; path: string[]; step: number }
  | { kind: 'dice'; seat: number; dice: number[] }
  | { kind: 'card'; card: string; from: Place; to: Place }
  | { kind: 'count'; seat: number; name: string; amount: number }
  | { kind: 'spell'; seat: number; card: string; other: number }
  | { kind: 'move'; unit: string }
  | { kind: 'attack'; unit: string; on: string }
  | { kind: 'hurt'; unit: string }
  | { kind: 'word'; seat: number }
  | { kind: 'nothing' }

/** A scene with its event and its length in milliseconds. */
export interface Beat {
  scene: Scene
  told: Told
  ms: number
}

/** The event that begins a turn, and the one that ends a character's life. */
export const TURN = 'TurnBegan'
export const DEATH = 'CharacterKilled'

export const LENGTHS: Record<Scene['kind'], number> = {
  turn: 550,
  death: 2600,
  walk: 190,
  dice: 950,
  card: 560,
  count: 480,
  spell: 850,
  move: 300,
  attack: 620,
  hurt: 560,
  word: 340,
  nothing: 0,
}

/** Return the beat of an event at a speed: 0 is instant, 1 normal, 2 twice as long. */
export function beat(told: Told, seats: Seat[], speed: number): Beat {
  const found = scene(told, seats, speed)
  const steps = found.kind === 'walk' ? Math.max(1, found.path.length - 1) : 1
  return { scene: found, told, ms: LENGTHS[found.kind] * steps * speed }
}

function scene(told: Told, seats: Seat[], speed: number): Scene {
  const { seat } = told
  if (told.kind === TURN) return { kind: 'turn', seat, turn: told.turn }
  if (told.kind === DEATH) return { kind: 'death', seat }
  if (told.dice.length) return { kind: 'dice', seat, dice: told.dice }
  if (told.path.length) return { kind: 'walk', seat, path: told.path, step: LENGTHS.walk * speed }
  if (told.kind === 'SpellCast') return { kind: 'spell', seat, card: told.card, other: told.other }
  if (told.amount && seats.some((each) => told.name in each.counters)) return { kind: 'count', seat, name: told.name, amount: told.amount }
  return moving(told, seats) ?? (told.text ? { kind: 'word', seat } : { kind: 'nothing' })
}

function moving(told: Told, seats: Seat[]): Scene | null {
  const from = place(told.source, seats)
  const to = place(told.target, seats)
  if (!from || !to || (from.kind === 'pile' && to.kind === 'pile') || told.source === told.target) return null
  return { kind: 'card', card: told.card, from, to }
}

const OF_SEATS = ['play', 'hand', 'spells', 'trophies']
const PILES = ['deck', 'discard']

/** Return where a zone is to be seen; nothing if it is not on the table. */
export function place(zone: string, seats: Seat[]): Place | null {
  const { kind, id } = parted(zone)
  if (kind === 'space') return { kind, id }
  if (PILES.includes(kind)) return { kind: 'pile', id }
  const seat = ownerOf(seats, id)
  return seat && OF_SEATS.includes(kind) ? { kind: 'seat', id: String(seat.number) } : null
}

/** The spaces where a beat is to be seen; `where` tells on which one a seat's figure stands. */
export function spacesOf({ scene, told }: Beat, where: (seat: number) => string): string[] {
  if (scene.kind === 'nothing') return []
  if (scene.kind === 'walk') return scene.path
  const places = scene.kind === 'card' ? [scene.from, scene.to] : []
  const spaces = places.filter((each) => each.kind === 'space').map((each) => each.id)
  const seats = [told.seat, scene.kind === 'spell' ? scene.other : -1].map(where).filter(Boolean)
  return [...spaces, ...(spaces.length ? [] : seats)]
}
