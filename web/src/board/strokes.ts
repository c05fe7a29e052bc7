// Lines as if drawn by hand: paths with a steady wobble, the same for the same seed.
import type { Point, Rect } from './layout'
import type { Cover } from './scenery'

export type Chance = () => number

/** Chance that always takes the same course for a word. */
export function chance(seed: string): Chance {
  let state = 2166136261
  for (const sign of seed) state = Math.imul(state ^ sign.charCodeAt(0), 16777619)
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2246822507) + 0x6d2b79f5
    return ((state ^ (state >>> 13)) >>> 0) / 4294967296
  }
}

const number = (value: number): string => value.toFixed(1)
const at = (x: number, y: number): string => `${number(x)} ${number(y)}`

/** A closed line through points, rounded at each. */
export function smooth(points: Point[]): string {
  const half = (a: Point, b: Point): string => at((a.x + b.x) / 2, (a.y + b.y) / 2)
  const last = points.at(-1)!
  const curves = points.map((point, index) => `Q${at(point.x, point.y)} ${half(point, points[(index + 1) % points.length]!)}`)
  return `M${half(last, points[0]!)}${curves.join('')}Z`
}

/** A rectangle with rounded corners and sides that waver by up to `by`. */
export function wavering(rect: Rect, by: number, every: number, random: Chance): string {
  const corner = Math.min(rect.w, rect.h) * 0.04 + by
  const points: Point[] = []
  const side = (from: Point, to: Point): void => {
    const length = Math.hypot(to.x - from.x, to.y - from.y)
    const steps = Math.max(2, Math.round(length / every))
    for (let step = 0; step <= steps; step++) {
      const part = (corner + (step / steps) * (length - 2 * corner)) / length
      const off = (random() - 0.5) * 2 * by
      const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length]
      points.push({ x: from.x + dx * length * part - dy * off, y: from.y + dy * length * part + dx * off })
    }
  }
  const corners = [
    { x: rect.x, y: rect.y },
    { x: rect.x + rect.w, y: rect.y },
    { x: rect.x + rect.w, y: rect.y + rect.h },
    { x: rect.x, y: rect.y + rect.h },
  ]
  corners.forEach((from, index) => side(from, corners[(index + 1) % 4]!))
  return smooth(points)
}

/** One layer of a picture: a path, how it is filled or drawn, in one of the tones of the ground. */
export interface Stroke {
  d: string
  tone: 'light' | 'mid' | 'deep' | 'line'
}

/** Stains as of a wet brush, which keep a ground from being flat. */
export function blotches(rect: Rect, random: Chance): Stroke[] {
  return Array.from({ length: 6 }, (_, index) => {
    const [x, y] = [rect.x + rect.w * random(), rect.y + rect.h * random()]
    const [w, h] = [rect.w * (0.14 + random() * 0.22), rect.h * (0.07 + random() * 0.12)]
    const around = Array.from({ length: 9 }, (_, corner) => {
      const [angle, far] = [(corner / 9) * 2 * Math.PI, 0.7 + random() * 0.5]
      return { x: x + Math.cos(angle) * w * far, y: y + Math.sin(angle) * h * far }
    })
    return { tone: index % 3 === 2 ? 'mid' : 'light', d: smooth(around) }
  })
}

/** What covers a ground, back to front. */
export function cover(kind: Cover, rect: Rect, random: Chance): Stroke[] {
  return COVERS[kind](rect, random)
}

const COVERS: Record<Cover, (rect: Rect, random: Chance) => Stroke[]> = {
  trees: (rect, random) => scattered(rect, random, 17, 0.04).flatMap((point) => tree(point, random)),
  mounds: (rect, random) => scattered(rect, random, 6, 0.14).flatMap((point) => mound(point, random)),
  furrows,
  tufts: (rect, random) => scattered(rect, random, 15, 0).map((point) => tuft(point, random)),
  dunes: (rect, random) => scattered(rect, random, 8, 0.1).flatMap((point) => dune(point, random)),
  stones: (rect, random) => scattered(rect, random, 11, 0).flatMap((point) => stone(point, random)),
  waves: (rect, random) => scattered(rect, random, 12, 0).map((point) => wave(point)),
  none: () => [],
}

/** Points spread over the upper part of a rectangle, the rear ones first. */
function scattered(rect: Rect, random: Chance, count: number, top: number): Point[] {
  const columns = Math.ceil(Math.sqrt(count * 1.4))
  const rows = Math.ceil(count / columns)
  const points = Array.from({ length: count }, (_, index) => ({
    x: rect.x + rect.w * (0.1 + (0.8 * ((index % columns) + 0.15 + random() * 0.7)) / columns),
    y: rect.y + rect.h * (top + 0.14 + (0.64 * (Math.floor(index / columns) + 0.2 + random() * 0.6)) / rows),
  }))
  return points.sort((a, b) => a.y - b.y)
}

function tree({ x, y }: Point, random: Chance): Stroke[] {
  const height = 24 + random() * 9
  const width = 9 + random() * 3
  const tier = (top: number, half: number, foot: number): string =>
    `M${at(x, y - top)}Q${at(x + half * 0.35, y - foot - 5)} ${at(x + half, y - foot)}Q${at(x, y - foot + 4)} ${at(x - half, y - foot)}Q${at(x - half * 0.35, y - foot - 5)} ${at(x, y - top)}Z`
  const shade = (top: number, half: number, foot: number): string =>
    `M${at(x, y - top)}Q${at(x + half * 0.35, y - foot - 5)} ${at(x + half, y - foot)}Q${at(x + half * 0.4, y - foot + 3)} ${at(x + 1, y - foot + 1)}Z`
  const tiers: [number, number, number][] = [
    [height * 0.72, width, 3],
    [height, width * 0.72, height * 0.36],
  ]
  return [
    { tone: 'line', d: `M${at(x, y)}L${at(x, y - 5)}` },
    ...tiers.flatMap(([top, half, foot]): Stroke[] => [
      { tone: 'mid', d: tier(top, half, foot) },
      { tone: 'deep', d: shade(top, half, foot) },
    ]),
  ]
}

function mound({ x, y }: Point, random: Chance): Stroke[] {
  const half = 26 + random() * 14
  const height = 20 + random() * 12
  const lean = (random() - 0.5) * 12
  const top = at(x + lean, y - height)
  return [
    {
      tone: 'mid',
      d: `M${at(x - half, y + 6)}C${at(x - half * 0.5, y)} ${at(x - half * 0.4 + lean, y - height)} ${top}C${at(x + half * 0.4 + lean, y - height)} ${at(x + half * 0.5, y)} ${at(x + half, y + 6)}Q${at(x, y + 12)} ${at(x - half, y + 6)}Z`,
    },
    {
      tone: 'deep',
      d: `M${top}C${at(x + half * 0.4 + lean, y - height)} ${at(x + half * 0.5, y)} ${at(x + half, y + 6)}Q${at(x + half * 0.6, y + 9)} ${at(x + half * 0.3, y + 9)}Q${at(x + half * 0.35, y - height * 0.3)} ${top}Z`,
    },
    { tone: 'line', d: `M${at(x - half, y + 6)}C${at(x - half * 0.5, y)} ${at(x - half * 0.4 + lean, y - height)} ${top}` },
  ]
}

function furrows(rect: Rect, random: Chance): Stroke[] {
  const split = rect.x + rect.w * (0.42 + random() * 0.16)
  const low = rect.y + rect.h * (0.4 + random() * 0.12)
  const patches = [
    { x: rect.x + 8, y: rect.y + 14, w: split - rect.x - 12, h: low - rect.y - 18 },
    { x: split + 4, y: rect.y + 14, w: rect.x + rect.w - split - 12, h: low - rect.y - 10 },
    { x: rect.x + 8, y: low, w: split - rect.x - 4, h: rect.y + rect.h * 0.8 - low },
    { x: split + 8, y: low + 10, w: rect.x + rect.w - split - 16, h: rect.y + rect.h * 0.8 - low - 10 },
  ]
  return patches.flatMap((patch, index) => [
    { tone: index % 2 ? 'light' : 'mid', d: wavering(patch, 2, 18, random) } as Stroke,
    { tone: 'line', d: lines(patch, index % 2 === 0, random) } as Stroke,
  ])
}

function lines(patch: Rect, upright: boolean, random: Chance): string {
  const room = upright ? patch.w : patch.h
  const count = Math.max(2, Math.floor(room / 9))
  return Array.from({ length: count }, (_, index) => {
    const off = ((index + 0.5) / count) * room
    const bend = (random() - 0.5) * 5
    const { x, y, w, h } = patch
    return upright
      ? `M${at(x + off, y + 5)}Q${at(x + off + bend, y + h / 2)} ${at(x + off, y + h - 5)}`
      : `M${at(x + 5, y + off)}Q${at(x + w / 2, y + off + bend)} ${at(x + w - 5, y + off)}`
  }).join('')
}

function tuft({ x, y }: Point, random: Chance): Stroke {
  const high = 6 + random() * 5
  return {
    tone: 'line',
    d: `M${at(x - 5, y - high * 0.6)}Q${at(x - 3, y - 2)} ${at(x - 1, y)}M${at(x, y - high)}L${at(x, y)}M${at(x + 5, y - high * 0.7)}Q${at(x + 3, y - 2)} ${at(x + 1, y)}`,
  }
}

function dune({ x, y }: Point, random: Chance): Stroke[] {
  const half = 20 + random() * 16
  const high = 8 + random() * 6
  return [
    {
      tone: 'light',
      d: `M${at(x - half, y)}Q${at(x - half * 0.2, y - high * 1.6)} ${at(x + half * 0.2, y - high)}Q${at(x + half * 0.6, y - 2)} ${at(x + half, y)}Q${at(x, y + 4)} ${at(x - half, y)}Z`,
    },
    { tone: 'mid', d: `M${at(x + half * 0.2, y - high)}Q${at(x + half * 0.6, y - 2)} ${at(x + half, y)}Q${at(x + half * 0.3, y + 2)} ${at(x - half * 0.1, y + 2)}Q${at(x + half * 0.3, y - 3)} ${at(x + half * 0.2, y - high)}Z` },
  ]
}

function stone({ x, y }: Point, random: Chance): Stroke[] {
  const half = 4 + random() * 5
  const high = 4 + random() * 4
  return [
    { tone: 'light', d: `M${at(x - half, y)}L${at(x - half * 0.5, y - high)}L${at(x + half * 0.4, y - high * 1.1)}L${at(x + half, y)}Z` },
    { tone: 'deep', d: `M${at(x + half * 0.4, y - high * 1.1)}L${at(x + half, y)}L${at(x + half * 0.1, y)}Z` },
  ]
}

function wave({ x, y }: Point): Stroke {
  return { tone: 'line', d: `M${at(x - 10, y)}q5 -6 10 0q5 6 10 0` }
}
