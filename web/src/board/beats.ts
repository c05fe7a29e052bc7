// Which scene an event is shown as, and for how long. Nothing here knows a card or a space: only what events say of themselves.
import type { EventKind } from '../lib/kinds'
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
  | { kind: 'reveal'; seat: number; card: string }
  | { kind: 'role'; seat: number; card: string }
  | { kind: 'crown'; seat: number }
  | { kind: 'meeting' }
  | { kind: 'compared' }
  | { kind: 'outcome' }
  | { kind: 'card'; card: string; from: Place; to: Place }
  | { kind: 'count'; seat: number; name: string; amount: number }
  | { kind: 'spell'; seat: number; card: string; other: number }
  | { kind: 'move'; unit: string }
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
  reveal: 2700,
  role: 2200,
  crown: 4200,
  meeting: 1100,
  compared: 1500,
  outcome: 2000,
  card: 560,
  count: 480,
  spell: 2700,
  move: 300,
  hurt: 560,
  word: 340,
  nothing: 0,
}

/** A die lies still after this part of its scene. */
export const RESTS = 0.55

/** Who casts a Spell has read it, so it is shown to them only this part of the time. */
const READ = 0.45

/** Return the beat of an event at a speed, for a viewer: 0 is instant, 1 normal, 2 twice as long. */
export function beat(told: Told, seats: Seat[], speed: number, viewer = -1): Beat {
  const found = scene(told, seats, speed, viewer)
  if (found.kind === 'spell' && viewer >= 0 && found.seat === viewer) speed *= READ
  const steps = found.kind === 'walk' ? Math.max(1, found.path.length - 1) : 1
  return { scene: found, told, ms: LENGTHS[found.kind] * steps * speed }
}

/** The events by which a card is turned up before all, or somebody gets to where the game is won. */
const DRAWN: EventKind[] = ['CardDrawn', 'EndingTurnedUp']
const TAKEN = 'CharacterTaken'
const SUMMIT = 'SummitReached'

function scene(told: Told, seats: Seat[], speed: number, viewer: number): Scene {
  const { seat } = told
  if (told.kind === TURN) return { kind: 'turn', seat, turn: told.turn }
  if (told.kind === DEATH) return { kind: 'death', seat }
  if (told.kind === TAKEN && seat === viewer) return { kind: 'role', seat, card: told.card }
  if (told.kind === SUMMIT) return { kind: 'crown', seat }
  if (told.dice.length) return { kind: 'dice', seat, dice: told.dice }
  if (DRAWN.includes(told.kind) || dealt(told, seats, viewer)) return { kind: 'reveal', seat, card: told.card }
  if (told.path.length) return { kind: 'walk', seat, path: told.path, step: LENGTHS.walk * speed }
  if (told.kind === 'SpellCast') return { kind: 'spell', seat, card: told.card, other: told.other }
  if (told.amount && seats.some((each) => told.name in each.counters)) return { kind: 'count', seat, name: told.name, amount: told.amount }
  return fighting(told) ?? moving(told, seats) ?? (told.text ? { kind: 'word', seat } : { kind: 'nothing' })
}

/** What there is to see of a fight beside its dice. */
export function fighting({ versus, text }: Told): Scene | null {
  if (!versus || !text) return null
  if (versus.outcome) return { kind: 'outcome' }
  if (versus.compared) return { kind: 'compared' }
  return versus.sides.some((side) => side.dice.length) ? null : { kind: 'meeting' }
}

/** Whether a card that the viewer may know comes to them from a deck in the course of the game. */
function dealt(told: Told, seats: Seat[], viewer: number): boolean {
  const { kind, id } = parted(told.target)
  const own = viewer >= 0 && OF_SEATS.includes(kind) && ownerOf(seats, id)?.number === viewer
  return own && told.turn > 0 && told.card !== UNKNOWN && parted(told.source).kind === 'deck'
}

/** Whether an event is about a seat: what it does, what is done to it, a fight of its. */
export function concerns(told: Told, seat: number): boolean {
  return seat >= 0 && (told.seat === seat || told.other === seat || !!told.versus?.sides.some((side) => side.seat === seat))
}

/** Which scenes wait until they are dismissed: what turns up in one's own turn, one's own fights, character and fate. */
export function waits({ scene, told }: Beat, viewer: number, active: number): boolean {
  if (viewer < 0) return false
  if (scene.kind === 'reveal') return viewer === active
  if (scene.kind === 'outcome') return concerns(told, viewer)
  return (scene.kind === 'role' || scene.kind === 'death' || scene.kind === 'crown') && scene.seat === viewer
}

function moving(told: Told, seats: Seat[]): Scene | null {
  const from = place(told.source, seats)
  const to = place(told.target, seats)
  if (!from || !to || (from.kind === 'pile' && to.kind === 'pile') || told.source === told.target) return null
  return { kind: 'card', card: told.card, from, to }
}

const UNKNOWN = '?'
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
