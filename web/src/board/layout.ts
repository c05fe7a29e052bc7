// Where everything of a map lies, from its plan alone: concentric rings where the regions form rings, else squares.
// A ring without spaces takes no room, so that what lies within it is drawn the larger.
import type { Book, Landmark, Map, Space } from '../lib/protocol'

export interface Point {
  x: number
  y: number
}
export interface Rect extends Point {
  w: number
  h: number
}

/** What lies between two rings: water if a gate crosses a river, else a wall. */
export interface Band {
  kind: 'river' | 'wall'
  outer: Rect
  inner: Rect
}

/** A way as it is drawn: over a river, through a gate, by a door within a region, or one that is walked one way only. */
export type Way = 'bridge' | 'gate' | 'door' | 'arrow'

/** A way from the edge of one tile to the edge of another; they may touch, so that it is of no length. */
export interface Crossing {
  spaces: [string, string]
  kind: Way
  at: Point
  length: number
  /** Where it heads, in degrees. */
  angle: number
}

export interface Layout {
  width: number
  height: number
  land: Rect
  tiles: Record<string, Rect>
  bands: Band[]
  crossings: Crossing[]
  /** What lies between the spaces of a region that has a ground of its own, and what else is to be seen. */
  grounds: { ground: string; rect: Rect }[]
  landmarks: { landmark: Landmark; rect: Rect }[]
  /** The ids of the spaces, row by row: the order in which they are read. */
  order: string[]
}

const TILE = 150
const FRAME = 34
const GAPS = { river: 46, wall: 16 }

/** Lay out one map of the book. */
export function layout(book: Book, map: Map): Layout {
  const spaces = Object.values(book.spaces).filter((space) => space.map === map.id)
  const land = { x: FRAME, y: FRAME, w: map.columns * TILE, h: map.rows * TILE }
  const { tiles, bands, areas } = rings(spaces, map, land)
  const placed = (landmark: Landmark): Rect => {
    const [row, column] = landmark.at
    const [rows, columns] = landmark.size
    const ring = Math.min(areas.length - 1, Math.max(0, Math.min(row, column, map.rows - row - rows, map.columns - column - columns)))
    return part(areas[ring]!, map, ring, row, column, rows, columns)
  }
  const levels = map.regions.filter((region) => region.ground)
  return {
    width: land.w + 2 * FRAME,
    height: land.h + 2 * FRAME,
    land,
    tiles,
    bands,
    crossings: crossings(spaces, tiles),
    grounds: levels.map(({ id, ground }) => ({ ground, rect: around(spaces.filter((space) => space.region === id).map((space) => tiles[space.id]!)) })),
    landmarks: map.regions.flatMap((region) => region.landmarks).map((landmark) => ({ landmark, rect: placed(landmark) })),
    order: readingOrder(tiles),
  }
}

/** The middle of a rectangle. */
export function middle(rect: Rect): Point {
  return { x: rect.x + rect.w / 2, y: rect.y + rect.h / 2 }
}

function ringOf(space: Space, map: Map): number {
  const [row, column] = space.at
  return Math.min(row, column, map.rows - 1 - row, map.columns - 1 - column)
}

/** So many squares of a plan, within the area that is left for a ring and those inside it. */
function part(area: Rect, map: Map, ring: number, row: number, column: number, rows = 1, columns = 1): Rect {
  const [w, h] = [area.w / (map.columns - 2 * ring), area.h / (map.rows - 2 * ring)]
  return { x: area.x + (column - ring) * w, y: area.y + (row - ring) * h, w: w * columns, h: h * rows }
}

/** The rectangle around others. */
function around(rects: Rect[]): Rect {
  const [x, y] = [Math.min(...rects.map((rect) => rect.x)), Math.min(...rects.map((rect) => rect.y))]
  return { x, y, w: Math.max(...rects.map((rect) => rect.x + rect.w)) - x, h: Math.max(...rects.map((rect) => rect.y + rect.h)) - y }
}

function rings(spaces: Space[], map: Map, land: Rect): Pick<Layout, 'tiles' | 'bands'> & { areas: Rect[] } {
  const tiles: Record<string, Rect> = {}
  const bands: Band[] = []
  let area = land
  const areas: Rect[] = []
  for (let ring = 0; ring < Math.min(map.rows, map.columns) / 2; ring++) {
    areas.push(area)
    const here = spaces.filter((each) => ringOf(each, map) === ring)
    if (!here.length) continue
    for (const space of here) tiles[space.id] = part(area, map, ring, ...space.at)
    const outer = inset(area, area.w / (map.columns - 2 * ring), area.h / (map.rows - 2 * ring))
    const kind = between(spaces, map, ring)
    area = kind ? inset(outer, GAPS[kind], GAPS[kind]) : outer
    if (kind) bands.push({ kind, outer, inner: area })
  }
  return { tiles, bands, areas }
}

function inset(rect: Rect, dx: number, dy: number): Rect {
  return { x: rect.x + dx, y: rect.y + dy, w: rect.w - 2 * dx, h: rect.h - 2 * dy }
}

/** What parts a ring from those within it; nothing if a region lies on both sides. */
function between(spaces: Space[], map: Map, ring: number): Band['kind'] | null {
  const out = spaces.filter((space) => ringOf(space, map) <= ring)
  const within = spaces.filter((space) => ringOf(space, map) > ring)
  const regions = new Set(out.map((space) => space.region))
  if (!within.length || within.some((space) => regions.has(space.region))) return null
  const inside = Object.fromEntries(spaces.map((space) => [space.id, ringOf(space, map) > ring]))
  const crosses = (from: string, to: string): boolean => to in inside && inside[to] !== inside[from]
  return spaces.some((space) => space.gates.some((gate) => gate.river && crosses(space.id, gate.to))) ? 'river' : 'wall'
}

function crossings(spaces: Space[], tiles: Record<string, Rect>): Crossing[] {
  const found: Record<string, Crossing> = {}
  const byId = Object.fromEntries(spaces.map((space) => [space.id, space]))
  const add = (kind: Way, space: Space, to: string, reach: number): void => {
    const crossing = cross(kind, space.id, to, tiles, reach)
    if (crossing) found[[space.id, to].sort().join(' ')] ??= crossing
  }
  for (const space of spaces) {
    for (const gate of space.gates) {
      const within = byId[gate.to]?.region === space.region
      add(gate.river ? 'bridge' : within ? 'door' : 'gate', space, gate.to, TILE)
    }
    for (const to of space.next) if (byId[to] && oneWay(space, byId[to])) add('arrow', space, to, 1.5 * TILE)
  }
  return Object.values(found)
}

/** Whether one does not walk back the same way. */
function oneWay(space: Space, to: Space): boolean {
  return !to.next.includes(space.id) && !to.gates.some((gate) => gate.to === space.id)
}

/** A way between neighbouring tiles; one that leads far away is told in words only. */
function cross(kind: Way, start: string, goal: string, tiles: Record<string, Rect>, reach: number): Crossing | null {
  const a = tiles[start]
  const b = tiles[goal]
  if (!a || !b) return null
  const [fromX, toX] = nearest(a.x, a.x + a.w, b.x, b.x + b.w)
  const [fromY, toY] = nearest(a.y, a.y + a.h, b.y, b.y + b.h)
  const length = Math.hypot(toX - fromX, toY - fromY)
  if (length > reach) return null
  const [from, to] = length > 1 ? [{ x: fromX, y: fromY }, { x: toX, y: toY }] : [middle(a), middle(b)]
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI
  return { spaces: [start, goal], kind, at: { x: (fromX + toX) / 2, y: (fromY + toY) / 2 }, length, angle }
}

/** The nearest points of two stretches; the middle of what they share. */
function nearest(a1: number, a2: number, b1: number, b2: number): [number, number] {
  if (a2 <= b1) return [a2, b1]
  if (b2 <= a1) return [a1, b2]
  const shared = (Math.max(a1, b1) + Math.min(a2, b2)) / 2
  return [shared, shared]
}

function readingOrder(tiles: Record<string, Rect>): string[] {
  return Object.keys(tiles).sort((a, b) => tiles[a]!.y - tiles[b]!.y || tiles[a]!.x - tiles[b]!.x)
}

export type Direction = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown'
const HEADINGS: Record<Direction, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** The space that lies next in a direction; the same one at the edge. */
export function towards(tiles: Record<string, Rect>, from: string, direction: Direction): string {
  const here = middle(tiles[from]!)
  const heading = HEADINGS[direction]
  let best = from
  let least = Infinity
  for (const [id, rect] of Object.entries(tiles)) {
    const there = middle(rect)
    const ahead = (there.x - here.x) * heading.x + (there.y - here.y) * heading.y
    const aside = Math.abs((there.x - here.x) * heading.y) + Math.abs((there.y - here.y) * heading.x)
    if (ahead > rect.w / 4 && ahead + 2 * aside < least) [best, least] = [id, ahead + 2 * aside]
  }
  return best
}

/** How large figures are drawn when so many stand on one tile. */
export function crowding(count: number): number {
  if (count < 3) return 1
  return count < 5 ? 0.76 : 0.64
}

/** Where `count` figures stand on a tile, left of what lies there: several in rows that cover each other no more than need be. */
export function places(rect: Rect, count: number): Point[] {
  const perRow = count < 3 ? count : Math.ceil(count / 2)
  const rows = Math.ceil(count / perRow)
  const across = rect.w * Math.min(0.28, 0.36 * crowding(count))
  return Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / perRow)
    const inRow = row === rows - 1 ? count - row * perRow : perRow
    return {
      x: rect.x + rect.w * 0.42 + ((index % perRow) - (inRow - 1) / 2) * across,
      y: rect.y + rect.h * (rows === 1 ? 0.44 : 0.28 + row * 0.26),
    }
  })
}
