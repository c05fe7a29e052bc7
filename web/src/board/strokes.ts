// Lines as if drawn by hand: paths with a steady wobble, the same for the same seed.
import type { Point, Rect } from './layout'

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
