// Where the guide stands: beside what it speaks of, and over as little as may be of what one needs to answer.

export interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** How far the guide keeps from what it stands beside, and from the edges of the window. */
export const GAP = 14

/** How far the ring about an anchor reaches beyond it. */
const RING = 12

/** Return what a ring is laid about so that all of it is within a window. */
export function ringed(anchor: Box, window: { width: number; height: number }): Box {
  const [left, top] = [Math.max(anchor.left, RING), Math.max(anchor.top, RING)]
  const right = Math.min(anchor.left + anchor.width, window.width - RING)
  const bottom = Math.min(anchor.top + anchor.height, window.height - RING)
  return { left, top, width: right - left, height: bottom - top }
}

/** Return how much of a box lies under another, as an area. */
export function covered(one: Box, other: Box): number {
  const wide = Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left)
  const high = Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top)
  return Math.max(0, wide) * Math.max(0, high)
}

/**
 * Return where a box of a size stands: to the right or left of an anchor, or below or above it, within a window.
 * It covers the anchor only if there is no other place, and of what is to be kept clear as little as may be.
 */
export function placed(anchor: Box, size: { width: number; height: number }, inside: Box, clear: Box[]): Box {
  const middle = { left: anchor.left + (anchor.width - size.width) / 2, top: anchor.top + (anchor.height - size.height) / 2 }
  const spots = [
    { left: anchor.left + anchor.width + GAP, top: middle.top },
    { left: anchor.left - size.width - GAP, top: middle.top },
    { left: middle.left, top: anchor.top + anchor.height + GAP },
    { left: middle.left, top: anchor.top - size.height - GAP },
    ...[anchor.top, anchor.top + anchor.height - size.height].flatMap((top) => [
      { left: inside.left, top },
      { left: inside.left + inside.width, top },
    ]),
  ]
  const within = spots.map((spot) => ({
    left: between(spot.left, inside.left + GAP, inside.left + inside.width - size.width - GAP),
    top: between(spot.top, inside.top + GAP, inside.top + inside.height - size.height - GAP),
    ...size,
  }))
  const cost = (box: Box): number => 10 * covered(box, anchor) + clear.reduce((sum, other) => sum + covered(box, other), 0)
  return within.reduce((best, box) => (cost(box) < cost(best) ? box : best))
}

function between(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most))
}
