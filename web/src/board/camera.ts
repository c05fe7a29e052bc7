// What part of the world is seen: moved and scaled, never lost from sight.
import type { Point, Rect } from './layout'

/** The world is drawn at (x, y) of the window, `k` pixels a unit. */
export interface Camera extends Point {
  k: number
}
export interface Size {
  width: number
  height: number
}

const NEAREST = 3

/** The whole world, in the middle of the window. */
export function fit(world: Size, window: Size): Camera {
  const k = Math.min(window.width / world.width, window.height / world.height) || 1
  return { k, x: (window.width - world.width * k) / 2, y: (window.height - world.height * k) / 2 }
}

/** Scale by a factor, with what lies under the point staying there. */
export function zoom(camera: Camera, by: number, at: Point, world: Size, window: Size): Camera {
  const k = Math.min(NEAREST, Math.max(fit(world, window).k, camera.k * by))
  const ratio = k / camera.k
  return kept({ k, x: at.x - (at.x - camera.x) * ratio, y: at.y - (at.y - camera.y) * ratio }, world, window)
}

/** Move by so many pixels. */
export function pan(camera: Camera, dx: number, dy: number, world: Size, window: Size): Camera {
  return kept({ ...camera, x: camera.x + dx, y: camera.y + dy }, world, window)
}

/** Move as little as need be for a rectangle of the world to be seen. */
export function reveal(camera: Camera, rect: Rect, world: Size, window: Size): Camera {
  const dx = shift(camera.x + rect.x * camera.k, rect.w * camera.k, window.width)
  const dy = shift(camera.y + rect.y * camera.k, rect.h * camera.k, window.height)
  return pan(camera, dx, dy, world, window)
}

/** Put a point of the world into the middle, at a scale. */
export function centre(at: Point, k: number, world: Size, window: Size): Camera {
  return kept({ k, x: window.width / 2 - at.x * k, y: window.height / 2 - at.y * k }, world, window)
}

/** So much of the world around what is framed is seen with it, in its units; and it is never framed nearer than so. */
const AROUND = 40
const FRAMED = 0.8

/** Put rectangles of the world into the window: as near as they allow, but not nearer than is of use. */
export function framed(rects: Rect[], world: Size, window: Size): Camera {
  const [left, top] = [Math.min(...rects.map((rect) => rect.x)), Math.min(...rects.map((rect) => rect.y))]
  const [right, bottom] = [Math.max(...rects.map((rect) => rect.x + rect.w)), Math.max(...rects.map((rect) => rect.y + rect.h))]
  const whole = fit({ width: right - left + 2 * AROUND, height: bottom - top + 2 * AROUND }, window).k
  const k = Math.max(fit(world, window).k, Math.min(FRAMED, whole))
  return centre({ x: (left + right) / 2, y: (top + bottom) / 2 }, k, world, window)
}

function shift(start: number, length: number, room: number): number {
  if (start < 0) return -start
  return Math.min(0, room - start - length)
}

function kept(camera: Camera, world: Size, window: Size): Camera {
  return {
    k: camera.k,
    x: within(camera.x, window.width - world.width * camera.k),
    y: within(camera.y, window.height - world.height * camera.k),
  }
}

/** A smaller world stands in the middle; a larger one has no margin. */
function within(at: number, room: number): number {
  return room >= 0 ? room / 2 : Math.min(0, Math.max(room, at))
}
