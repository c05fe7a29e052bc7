// A board that is in no box: two Regions in rings, and a tower alone in the middle; without fate, but with renown.
import type { Book, Card, Map, Seat, Space, Told, Update, View } from '../src/lib/protocol'
import { NOTHING_TO_TAKE } from '../src/lib/table.svelte'

const SIZE = 7
const WALKED = 2
const REGIONS = [
  { id: 'marches', name: 'The Marches', level: 0, ground: '', landmarks: [] },
  { id: 'moor', name: 'The Moor', level: 1, ground: '', landmarks: [] },
  { id: 'keep', name: 'The Keep', level: 2, ground: '', landmarks: [] },
]
const KINDS = ['plains', 'woods', 'hills', 'village', 'ruins', 'fields']

/** Return the map and its book; `moat`: whether water lies about the tower. */
export function keep(moat = false): { map: Map; book: Book } {
  const map: Map = { id: 'keep', name: 'The Keep', rows: SIZE, columns: SIZE, regions: REGIONS }
  const spaces = Array.from({ length: SIZE * SIZE }, (_, index) => space(Math.floor(index / SIZE), index % SIZE)).filter((each) => each !== null)
  const byId = Object.fromEntries(spaces.map((each) => [each.id, each]))
  byId['1-4']!.gates = [{ to: '0-4', text: 'Pay 1 gold.', river: true }]
  byId['3-3']!.gates = [{ to: '1-1', text: '', river: moat }]
  return { map, book: { ...BOOK, maps: [map], spaces: byId } }
}

function space(row: number, column: number): Space | null {
  const ring = Math.min(row, column, SIZE - 1 - row, SIZE - 1 - column)
  const middle = ring === (SIZE - 1) / 2
  if (ring >= WALKED && !middle) return null
  const kind = middle ? 'tower' : KINDS[(row + 2 * column) % KINDS.length]!
  const name = middle ? 'The Tower' : kind.charAt(0).toUpperCase() + kind.slice(1)
  const region = REGIONS[Math.min(ring, WALKED)]!.id
  return { id: `${row}-${column}`, name, map: 'keep', region, kind, at: [row, column], text: '', draw: Number(!middle), next: [], gates: [], picture: '', provenance: '', note: '', tables: [] }
}

function card(id: string, kind: string, kind_name: string, facts: Partial<Card> = {}): Card {
  return {
    id, name: id, kind, kind_name, deck: 'hazards', text: '', strength: 0, craft: 0, copies: 1, order: -1, tags: [], action: '', picture: '', provenance: '', note: '',
    examples: [], alignment: '', start: '', life: 0, fate: 0, gold: 0, abilities: [], ...facts,
  }
}

const BOOK: Omit<Book, 'maps' | 'spaces'> = {
  rulebook: 'adventure',
  preset: 'keep',
  name: 'The Keep',
  packs: [],
  options: [],
  cards: Object.fromEntries(
    [card('warden', 'character', 'Character', { deck: 'people', alignment: 'good', start: '0-0', life: 4, gold: 1 }), card('imp', 'spirit', 'Spirit', { craft: 2 })].map((each) => [each.id, each]),
  ),
  decks: { hazards: { id: 'hazards', name: 'Hazard cards', hidden: true }, people: { id: 'people', name: 'Characters', hidden: true } },
  marks: {},
  rules: {},
  rates: { renown: 7 },
}

const SEAT: Seat = {
  number: 0, name: 'Ann', status: 'playing', character: 'warden', form: '', space: '3-3', alignment: 'good', lives: 3, life_value: 4, fate: 0, fate_value: 0, gold: 2,
  strength: { total: 4, parts: [], spare: [] }, craft: { total: 3, parts: [], spare: [] }, battle: { total: 0, parts: [], spare: [] }, psychic: { total: 0, parts: [], spare: [] },
  cards: [], spells: [], trophies: [], trophy_points: [0, 0], spell_limit: 0, room: 4, marks: [], missed_turns: 0, choice: [], reserve: [], counters: { life: 3, gold: 2, strength: 0, craft: 0, renown: 5 },
}

/** Return a seat and a view of a game on that board. */
export function seated(facts: Partial<Seat> = {}): Seat {
  return { ...SEAT, ...facts }
}

export function seen(seats: Seat[] = [seated()], spaces: View['spaces'] = {}): View {
  return { rulebook: 'adventure', seat: 0, turn: 1, round: 1, active: 0, over: false, seats, spaces, in_force: [], now: [], piles: { hazards: { left: 61, discards: [] }, people: { left: 3, discards: [] } }, stack: [], ask: null, result: [] }
}

/** Return an event in the third turn; what is not said of it, it does not say. */
export function told(facts: Partial<Told>): Told {
  return { number: 0, turn: 3, kind: 'CardMet', seat: 0, text: '', rule: '', by: '', dice: [], path: [], card: '', source: '', target: '', name: '', amount: 0, other: -1, versus: null, ...facts }
}

/** Return what the server sends when a view has come about. */
export function updated(view: Update['view'], facts: Partial<Update> = {}): Update {
  return { type: 'update', version: 1, view, told: [], undone: -1, taking: NOTHING_TO_TAKE, obeyed: [], orders: [], stops: {}, full: false, since: 0, settled: false, further: null, leading: '', entrust: false, guide: null, hand_to: -1, sealed: 0, chosen: '', id: 0, ...facts }
}
