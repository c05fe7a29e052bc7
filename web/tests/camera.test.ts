import { expect, test } from 'vitest'
import { centre, fit, framed, pan, reveal, zoom } from '../src/board/camera'

const WORLD = { width: 1000, height: 1000 }
const WINDOW = { width: 500, height: 400 }
const WHOLE = fit(WORLD, WINDOW)

test('the whole world fits, in the middle', () => {
  expect(WHOLE).toEqual({ k: 0.4, x: 50, y: 0 })
})

test('what lies under the pointer stays there', () => {
  const at = { x: 200, y: 150 }
  const near = zoom(zoom(WHOLE, 3, at, WORLD, WINDOW), 1.5, at, WORLD, WINDOW)
  expect((at.x - near.x) / near.k).toBeCloseTo((at.x - WHOLE.x) / WHOLE.k)
  expect((at.y - near.y) / near.k).toBeCloseTo((at.y - WHOLE.y) / WHOLE.k)
})

test('nobody gets farther than the whole world, or nearer than thrice', () => {
  expect(zoom(WHOLE, 0.1, { x: 0, y: 0 }, WORLD, WINDOW).k).toBe(0.4)
  expect(zoom(WHOLE, 100, { x: 0, y: 0 }, WORLD, WINDOW).k).toBe(3)
})

test('the world is never lost from sight', () => {
  const near = centre({ x: 500, y: 500 }, 1, WORLD, WINDOW)
  expect(pan(near, 9999, 9999, WORLD, WINDOW)).toEqual({ k: 1, x: 0, y: 0 })
  expect(pan(near, -9999, -9999, WORLD, WINDOW)).toEqual({ k: 1, x: -500, y: -600 })
})

test('a space that is focused comes into sight, and no farther', () => {
  const near = { k: 1, x: -300, y: -300 }
  expect(reveal(near, { x: 250, y: 320, w: 100, h: 100 }, WORLD, WINDOW)).toEqual({ k: 1, x: -250, y: -300 })
  expect(reveal(near, { x: 320, y: 320, w: 100, h: 100 }, WORLD, WINDOW)).toEqual(near)
})

test('what is followed comes into the middle, and is not framed nearer than is of use', () => {
  const one = framed([{ x: 400, y: 400, w: 100, h: 100 }], WORLD, WINDOW)
  expect([(250 - one.x) / one.k, (200 - one.y) / one.k]).toEqual([450, 450])
  expect(one.k).toBe(0.8)
})

test('all that is followed is seen at once', () => {
  const two = framed([{ x: 100, y: 400, w: 100, h: 100 }, { x: 600, y: 400, w: 100, h: 100 }], WORLD, WINDOW)
  expect([100 * two.k + two.x >= 0, 700 * two.k + two.x <= WINDOW.width]).toEqual([true, true])
})
