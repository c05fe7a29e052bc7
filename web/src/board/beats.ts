// What of an event is to be seen, and for how long. Nothing here knows a card or a space: only what events say of themselves.
import type { Seat, Told, View } from '../lib/protocol'

/** Where a card comes from or goes to: a space, a seat, or a pile beside the board. */
export interface Place {
  kind: 'space' | 'seat' | 'pile'
  id: string
}

export type Scene =
  | { kind: 'turn'; seat: number; turn: number }
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

/** What the board shows: whose turn it is, where the figures stand, which cards lie on the spaces, and what else does. */
export interface Shown {
  active: number
  at: Record<string, string>
  lying: Record<string, string[]>
  /** Of units their wounds. */
  wounds: Record<string, number>
  /** Gold and marks on the spaces: as before, until all that happened has been played. */
  ground: View['spaces']
}

/** The event that begins a turn. */
export const TURN = 'TurnBegan'

export const LENGTHS: Record<Scene['kind'], number> = {
  turn: 550,
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
  const [kind = '', ...rest] = zone.split('.')
  const id = rest.join('.')
  if (kind === 'space') return { kind, id }
  if (PILES.includes(kind)) return { kind: 'pile', id }
  const seat = seats.find((each) => each.name.toLowerCase() === id.toLowerCase())
  return seat && OF_SEATS.includes(kind) ? { kind: 'seat', id: String(seat.number) } : null
}

/** The spaces where a beat is to be seen, with figures standing where they do. */
export function spacesOf({ scene, told }: Beat, at: Shown['at']): string[] {
  if (scene.kind === 'nothing') return []
  if (scene.kind === 'walk') return scene.path
  const places = scene.kind === 'card' ? [scene.from, scene.to] : []
  const spaces = places.filter((each) => each.kind === 'space').map((each) => each.id)
  const seats = [told.seat, scene.kind === 'spell' ? scene.other : -1].flatMap((seat) => at[seat] ?? [])
  return [...spaces, ...(spaces.length ? [] : seats)]
}

/** What a view shows of the board. */
export function shown(view: View): Shown {
  const on = view.seats.filter((seat) => seat.space)
  return {
    active: view.active,
    wounds: {},
    at: Object.fromEntries(on.map((seat) => [seat.number, seat.space])),
    lying: Object.fromEntries(Object.entries(view.spaces).map(([id, lying]) => [id, lying.cards.map((held) => held.card)])),
    ground: view.spaces,
  }
}

/** What the board shows with the figures that have just come into the game: where they set out from. */
export function joined(before: Shown, view: View, waiting: Told[]): Shown {
  const fresh = view.seats.filter((seat) => seat.space && !before.at[seat.number])
  const start = (seat: number): string | undefined => waiting.find((told) => told.seat === seat && told.path.length)?.path[0]
  const at = Object.fromEntries(fresh.map((seat) => [seat.number, start(seat.number) ?? seat.space]))
  return { ...before, at: { ...before.at, ...at } }
}

/** What the board shows once an event has been played. */
export function after(before: Shown, told: Told): Shown {
  if (told.kind === TURN) return { ...before, active: told.seat }
  const end = told.path.at(-1)
  if (end && told.seat >= 0) return { ...before, at: { ...before.at, [told.seat]: end } }
  if (!told.card) return before
  return { ...before, lying: laid(taken(before.lying, told), told) }
}

type Laid = Shown['lying']

function taken(lying: Laid, told: Told): Laid {
  const id = spaceOf(told.source)
  const there = lying[id]
  if (!there) return lying
  const index = there.indexOf(told.card)
  return index < 0 ? lying : { ...lying, [id]: there.filter((_, each) => each !== index) }
}

function laid(lying: Laid, told: Told): Laid {
  const id = spaceOf(told.target)
  return id ? { ...lying, [id]: [...(lying[id] ?? []), told.card] } : lying
}

function spaceOf(zone: string): string {
  return zone.startsWith('space.') ? zone.slice('space.'.length) : ''
}
