// Where the guide of a lesson stands.
import { expect, test } from 'vitest'
import { covered, placed, ringed } from '../src/tutorial/place'

const WINDOW = { left: 0, top: 0, width: 1000, height: 700 }
const SIZE = { width: 300, height: 150 }

test.each([
  { left: 100, top: 300, width: 80, height: 80 },
  { left: 900, top: 20, width: 90, height: 60 },
  { left: 10, top: 640, width: 980, height: 50 },
])('the guide stands beside an anchor and covers none of it', (anchor) => {
  const box = placed(anchor, SIZE, WINDOW, [])
  expect(covered(box, anchor)).toBe(0)
  expect(covered(box, WINDOW)).toBe(SIZE.width * SIZE.height)
})

test('the guide leaves clear what one needs, if there is another place', () => {
  const anchor = { left: 400, top: 300, width: 80, height: 80 }
  const right = { left: 480, top: 0, width: 520, height: 700 }
  expect(covered(placed(anchor, SIZE, WINDOW, [right]), right)).toBe(0)
})

test('the ring about what the guide speaks of is seen whole, also where that reaches to the edges', () => {
  const ring = ringed({ left: 0, top: 650, width: 1000, height: 50 }, WINDOW)
  for (const side of [ring.left, WINDOW.width - ring.left - ring.width, WINDOW.height - ring.top - ring.height]) expect(side).toBeGreaterThanOrEqual(12)
  expect(ring.top).toBe(650)
  expect(ringed({ left: 100, top: 300, width: 80, height: 80 }, WINDOW)).toEqual({ left: 100, top: 300, width: 80, height: 80 })
})
