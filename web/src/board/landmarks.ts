// What stands on a board beside its spaces, drawn as if by hand: houses, trees, water, walls, by what the board calls them.
import type { Landmark } from '../lib/protocol'
import type { Point, Rect } from './layout'
import { chance, wavering, type Chance } from './strokes'

/** What a shape is made of, which says its colour by day and by night. */
export type Stuff =
  | 'plaster' | 'plaster-2' | 'tile' | 'tile-2' | 'slate' | 'window' | 'door'
  | 'lawn' | 'leaf' | 'leaf-2' | 'trunk' | 'path'
  | 'water' | 'wave' | 'quay' | 'sail' | 'timber'
  | 'stone' | 'stone-2' | 'merlon' | 'shade' | 'paving' | 'seam' | 'cloth' | 'cloth-2'

export interface Shape {
  stuff: Stuff
  d: string
}

type Drawing = (rect: Rect, random: Chance) => Shape[]

const n = (value: number): string => value.toFixed(1)
const box = (x: number, y: number, w: number, h: number): string => `M${n(x)} ${n(y)}h${n(w)}v${n(h)}h${n(-w)}z`
const disc = (x: number, y: number, rx: number, ry = rx): string => `M${n(x - rx)} ${n(y)}a${n(rx)} ${n(ry)} 0 1 0 ${n(2 * rx)} 0a${n(rx)} ${n(ry)} 0 1 0 ${n(-2 * rx)} 0z`
const within = (rect: Rect, by: number): Rect => ({ x: rect.x + by, y: rect.y + by, w: rect.w - 2 * by, h: rect.h - 2 * by })
const centre = (rect: Rect): Point => ({ x: rect.x + rect.w / 2, y: rect.y + rect.h / 2 })

/** Everything of one stuff in one shape, in the order in which the stuffs first come. */
function gathered(shapes: Shape[]): Shape[] {
  const found: Partial<Record<Stuff, string>> = {}
  for (const { stuff, d } of shapes) found[stuff] = (found[stuff] ?? '') + d
  return Object.entries(found).map(([stuff, d]) => ({ stuff: stuff as Stuff, d: d! }))
}

/** Rows of gabled houses, those behind looking over those before them; here and there a turret. */
const houses: Drawing = (area, random) => {
  const rect = within(area, 9)
  const rows = Math.max(2, Math.round(rect.h / 38))
  const shapes: Shape[] = []
  for (let row = 0; row < rows; row++) {
    const foot = rect.y + 30 + ((rect.h - 30) * (row + 1)) / rows
    const line: Shape[] = []
    let x = rect.x + random() * 8
    while (x < rect.x + rect.w - 16) {
      const turret = random() < 0.09
      const w = Math.min(turret ? 15 : 20 + random() * 14, rect.x + rect.w - x)
      const wall = turret ? 40 : 15 + random() * 9
      const roof = turret ? 22 : 11 + w * 0.32 + random() * 4
      const top = foot - wall
      line.push({ stuff: random() < 0.5 ? 'plaster' : 'plaster-2', d: box(x, top, w, wall) })
      const ridge = turret || random() < 0.55 ? [x + w / 2] : [x + w * 0.26, x + w * 0.74]
      const covered = turret ? 'slate' : (['tile', 'tile-2', 'slate'] as const)[Math.floor(random() * 2.6)]!
      line.push({ stuff: covered, d: `M${n(x - 2)} ${n(top + 1)}${ridge.map((at) => `L${n(at)} ${n(top - roof)}`).join('')}L${n(x + w + 2)} ${n(top + 1)}z` })
      for (let at = x + 4; at < x + w - 5; at += 8) line.push({ stuff: 'window', d: box(at, top + 5, 3.6, 5) })
      if (!turret) line.push({ stuff: 'door', d: box(x + w / 2 - 2.5, foot - 7, 5, 7) })
      x += w + (random() < 0.2 ? 5 : 0.5)
    }
    shapes.push(...gathered(line))
  }
  return shapes
}

/** Trees at points, those behind first. */
function trees(points: Point[], random: Chance): Shape[] {
  return points
    .sort((a, b) => a.y - b.y)
    .flatMap(({ x, y }) => {
      const r = 9 + random() * 5
      return [
        { stuff: 'trunk', d: box(x - 1.8, y - 6, 3.6, 9) },
        { stuff: random() < 0.5 ? 'leaf' : 'leaf-2', d: disc(x - r * 0.45, y - r, r * 0.7) + disc(x + r * 0.45, y - r * 0.9, r * 0.7) + disc(x, y - r * 1.5, r * 0.75) },
      ] as Shape[]
    })
}

/** A lawn with paths that cross, and trees. */
const park: Drawing = (area, random) => {
  const rect = within(area, 10)
  const { x, y } = centre(rect)
  const spots: Point[] = []
  for (let tries = 0; tries < 90 && spots.length < (rect.w * rect.h) / 950; tries++) {
    const spot = { x: rect.x + 14 + random() * (rect.w - 28), y: rect.y + 30 + random() * (rect.h - 36) }
    const near = Math.abs(spot.x - x) < 9 || spots.some((one) => Math.hypot(one.x - spot.x, (one.y - spot.y) * 1.4) < 19)
    if (!near) spots.push(spot)
  }
  return [
    { stuff: 'lawn', d: wavering(rect, 3, 24, random) },
    { stuff: 'path', d: `M${n(x)} ${n(rect.y + 4)}Q${n(x - 12)} ${n(y)} ${n(x)} ${n(rect.y + rect.h - 4)}` },
    ...trees(spots, random),
  ]
}

/** A street between two rows of trees. */
const avenue: Drawing = (area, random) => {
  const every = 27
  const spots = Array.from({ length: Math.floor((area.h - 20) / every) }, (_, row) => area.y + 32 + row * every)
  const lawns = [area.x + 10, area.x + area.w - 44].map((x) => wavering({ x, y: area.y + 10, w: 34, h: area.h - 20 }, 2, 20, random)).join('')
  return [{ stuff: 'lawn', d: lawns }, ...trees(spots.flatMap((y) => [{ x: area.x + 27, y }, { x: area.x + area.w - 27, y }]), random)]
}

/** A paved square: a fountain in the middle, stalls on either side where there is room. */
const square: Drawing = (area, random) => {
  const rect = within(area, 8)
  const { x, y } = centre(rect)
  const r = Math.min(rect.w, rect.h) * 0.27
  const shapes: Shape[] = [{ stuff: 'paving', d: wavering(rect, 2, 40, random) }]
  const rays = Array.from({ length: 16 }, (_, ray) => (ray / 8) * Math.PI)
  const rings = [1.5, 2.2, 2.9].map((by) => disc(x, y, r * by)).filter((_, ring) => r * (1.5 + 0.7 * ring) < rect.h / 2)
  shapes.push({ stuff: 'seam', d: rings.join('') + rays.map((ray) => `M${n(x + Math.cos(ray) * r * 1.1)} ${n(y + Math.sin(ray) * r * 1.1)}L${n(x + Math.cos(ray) * rect.h * 0.48)} ${n(y + Math.sin(ray) * rect.h * 0.48)}`).join('') })
  shapes.push({ stuff: 'stone', d: disc(x, y + 4, r) }, { stuff: 'stone-2', d: disc(x, y, r) }, { stuff: 'water', d: disc(x, y, r * 0.8) })
  shapes.push({ stuff: 'wave', d: `${disc(x, y, r * 0.55)}${disc(x, y, r * 0.3)}` }, { stuff: 'stone-2', d: disc(x, y - 2, r * 0.16, r * 0.2) })
  for (const side of [-1, 1]) {
    for (let stall = 0; r * 2 + 30 + stall * 46 < rect.w / 2 - 22; stall++) {
      for (const row of [0, 1]) {
        const [left, top] = [x + side * (r * 2 + 30 + stall * 46) - 17, rect.y + 22 + row * (rect.h - 72) + (stall % 2) * 10]
        shapes.push({ stuff: 'timber', d: box(left + 2, top + 10, 30, 18) }, { stuff: (stall + row) % 2 ? 'cloth' : 'cloth-2', d: `M${n(left)} ${n(top + 14)}l5 -14h24l5 14z` })
        shapes.push({ stuff: 'sail', d: [0, 2, 4].map((strip) => `M${n(left + strip * 6.8 + 3)} ${n(top + 14)}l${n(2.6 - strip * 0.9)} -14h4l${n(1.4 - strip * 0.3)} 14z`).join('') })
      }
    }
  }
  return shapes
}

/** Water between quays, with waves, a jetty and ships. */
const harbour: Drawing = (area, random) => {
  const rect = within(area, 8)
  const basin = within(rect, 7)
  const shapes: Shape[] = [{ stuff: 'quay', d: wavering(rect, 2, 30, random) }, { stuff: 'water', d: wavering(basin, 3, 30, random) }]
  const waves = Array.from({ length: Math.round((basin.w * basin.h) / 900) }, () => `M${n(basin.x + 8 + random() * (basin.w - 34))} ${n(basin.y + 10 + random() * (basin.h - 18))}q5 -4 10 0t10 0`)
  shapes.push({ stuff: 'wave', d: waves.join('') })
  shapes.push({ stuff: 'timber', d: box(basin.x + basin.w * 0.55, basin.y + basin.h * 0.47, basin.w * 0.45 + 6, 13) })
  for (const [across, down, size] of [[0.34, 0.36, 1.15], [0.62, 0.86, 0.9]] as const) {
    const [x, y] = [basin.x + basin.w * across, basin.y + basin.h * down]
    const at = (dx: number, dy: number): string => `${n(x + dx * size)} ${n(y + dy * size)}`
    shapes.push({ stuff: 'timber', d: `M${at(-30, -8)}L${at(32, -8)}Q${at(24, 8)} ${at(10, 8)}L${at(-14, 8)}Q${at(-26, 8)} ${at(-30, -8)}zM${at(-1.5, -52)}L${at(1.5, -52)}L${at(1.5, -8)}L${at(-1.5, -8)}z` })
    shapes.push({ stuff: 'sail', d: `M${at(4, -48)}Q${at(26, -30)} ${at(24, -13)}L${at(4, -13)}zM${at(-4, -42)}Q${at(-22, -28)} ${at(-22, -13)}L${at(-4, -13)}z` })
  }
  return shapes
}

/** A wall all around, with merlons, and a tower at each corner. */
const wall: Drawing = (area) => {
  const rect = within(area, -7)
  const round = `M${n(rect.x)} ${n(rect.y)}h${n(rect.w)}v${n(rect.h)}h${n(-rect.w)}z`
  const corners = [rect.x, rect.x + rect.w].flatMap((x) => [rect.y, rect.y + rect.h].map((y) => ({ x, y })))
  const towers = (r: number): string => corners.map(({ x, y }) => disc(x, y, r)).join('')
  return [
    { stuff: 'merlon', d: round },
    { stuff: 'shade', d: towers(24) },
    { stuff: 'stone', d: towers(21) },
    { stuff: 'stone-2', d: towers(13) },
  ]
}

/** A round tower from above: its wall with merlons, and a stair that winds up to what is in its middle. */
const tower: Drawing = (area) => {
  const { x, y } = centre(area)
  const r = Math.min(area.w, area.h) / 2 - 8
  const STEPS = 40
  const at = (turn: number, out: number): string => `${n(x + Math.cos(turn) * r * out)} ${n(y + Math.sin(turn) * r * out)}`
  const steps = Array.from({ length: STEPS }, (_, step) => {
    const [from, to] = [(step / STEPS) * 2 * Math.PI + 1.75, ((step + 0.86) / STEPS) * 2 * Math.PI + 1.75]
    const inner = 0.73 - (step / STEPS) * 0.01
    return { stuff: step % 2 ? 'stone' : 'stone-2', d: `M${at(from, inner)}L${at(from, 0.87)}L${at(to, 0.87)}L${at(to, inner)}z` } as Shape
  })
  return [
    { stuff: 'shade', d: disc(x, y + 5, r) },
    { stuff: 'stone', d: disc(x, y, r) },
    { stuff: 'merlon', d: disc(x, y, r * 0.94) },
    { stuff: 'shade', d: disc(x, y, r * 0.88) },
    ...gathered(steps),
  ]
}

const DRAWINGS: Record<string, Drawing> = { avenue, harbour, houses, park, square, tower, wall }

/** The landmarks that frame the space they lie around, which then is round, by how much of it is left to the space. */
export const ROUND: Record<string, number> = { tower: 0.69 }

/** Draw a landmark in its place; nothing if nobody has said how. */
export function drawn(landmark: Landmark, rect: Rect): Shape[] {
  return DRAWINGS[landmark.draw]?.(rect, chance(`${landmark.draw} ${landmark.at}`)) ?? []
}
