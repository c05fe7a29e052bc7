// What the server sends anew is mostly what it has sent before: what has not changed stays the same object.

/**
 * Return a value with each part of it that equals the part of another at its place taken from that one; the other itself
 * if all of it is equal. Whatever is drawn of a part that is still the same object is left alone.
 */
export function shared<T>(before: unknown, now: T): T {
  if (before === now || !isComposed(before) || !isComposed(now) || Array.isArray(before) !== Array.isArray(now)) return now
  const found = (Array.isArray(now) ? [] : {}) as Composed
  const keys = Object.keys(now)
  let same = keys.length === Object.keys(before).length
  for (const key of keys) {
    found[key] = shared(before[key], now[key])
    same &&= key in before && found[key] === before[key]
  }
  return (same ? before : found) as T
}

/** Return what takes a value that is worked out anew again and again, and gives it with all that has not changed since the last time. */
export function keeping<T>(): (now: T) => T {
  let before: T | undefined
  return (now) => (before = shared(before, now))
}

type Composed = Record<string, unknown>
const isComposed = (value: unknown): value is Composed => typeof value === 'object' && value !== null
