// The lines of the landscape on the front page, drawn by a seeded hand so that it is the same every time.

type Hand = () => number

/** Return a source of numbers between 0 and 1 that a seed determines (mulberry32). */
export function hand(seed: number): Hand {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

type Point = [number, number]
const at = ([x, y]: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`

/** Return the points of a ridge between two ends: halved again and again, each middle pushed up or down. */
export function ridge(seed: number, from: Point, to: Point, rough: number, depth = 6): Point[] {
  const draw = hand(seed)
  let points: Point[] = [from, to]
  for (let push = rough, level = 0; level < depth; level += 1, push *= 0.52)
    points = points.flatMap((point, n) => {
      const next = points[n + 1]
      return next ? [point, [(point[0] + next[0]) / 2, (point[1] + next[1]) / 2 + (draw() - 0.5) * push] as Point] : [point]
    })
  return points
}

/** Return a ridge as land that reaches down to a height. */
export function land(points: Point[], bottom: number): string {
  return `M${at([points[0]![0], bottom])}L${points.map(at).join('L')}L${at([points.at(-1)![0], bottom])}z`
}

/** Return a mountain: its outline, the side in shadow and the strokes a pen would draw down that side. */
export function mountain(seed: number, peak: Point, left: number, right: number, foot: number) {
  const rise = ridge(seed, [left, foot], peak, 34, 5)
  const fall = ridge(seed + 1, peak, [right, foot], 34, 5)
  const crest = ridge(seed + 2, peak, [peak[0] + (right - left) * 0.06, foot], 26, 4)
  const draw = hand(seed + 3)
  const strokes = fall.filter((_, n) => n > 1 && n % 2 === 0).map(([x, y]) => {
    const length = 14 + draw() * 0.34 * (foot - y)
    return `M${at([x - 3, y + 5])}q${at([-length * 0.14, length * 0.5])} ${at([-length * 0.42, length])}`
  })
  const snow = [...rise.slice(-7), ...fall.slice(1, 8)]
  const ragged = snow.map(([x], n): Point => [x, peak[1] + 44 + (n % 2 ? 16 : 0) + draw() * 12]).reverse()
  return {
    body: `M${[...rise, ...fall].map(at).join('L')}z`,
    shade: `M${[...crest].reverse().map(at).join('L')}L${fall.slice(1).map(at).join('L')}z`,
    snow: `M${snow.map(at).join('L')}L${ragged.slice(1, -1).map(at).join('L')}z`,
    strokes: strokes.join(''),
  }
}

export interface Tree {
  x: number
  y: number
  size: number
}

/** Return trees of a wood within a box, those in front last and larger. */
export function wood(seed: number, count: number, [left, top]: Point, [right, bottom]: Point, size: number): Tree[] {
  const draw = hand(seed)
  return Array.from({ length: count }, () => {
    const y = top + draw() * (bottom - top)
    return { x: left + draw() * (right - left), y, size: size * (0.75 + draw() * 0.35) * (0.7 + (0.5 * (y - top)) / (bottom - top)) }
  }).sort((one, other) => one.y - other.y)
}
