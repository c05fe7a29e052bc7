// The part of this browser in the seeds of dice: it commits to a nonce by its hash, tells it once the table says so,
// and checks in the end what it can: what the server had committed to before, and that its own nonce was counted.
import type { FromPage, TableInfo } from './protocol'

const KEY = 'nonces'
/** Where is kept what servers had committed to when this browser told its nonce, by table. */
const COMMITMENTS = 'commitments'
/** How many nonces, and how many commitments, are remembered. */
const MOST = 50

/** Draw a nonce, remember it and return its hash; undefined where the browser has no way to hash, as over plain HTTP. */
export async function committed(): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined
  const nonce = hex(crypto.getRandomValues(new Uint8Array(32)))
  const hash = await sha256(`stormriver nonce ${nonce}`)
  remember(KEY, hash, nonce)
  return hash
}

/** Return the commitment with which a seat is taken; nothing where there is none. */
export async function commitment(): Promise<{ nonce_hash?: string }> {
  const hash = await committed()
  return hash ? { nonce_hash: hash } : {}
}

/** Return what this browser has to say for the seed of a table now: what it commits to, or its nonce; null if nothing. */
export async function part(info: TableInfo): Promise<Extract<FromPage, { type: 'commit' | 'reveal' }> | null> {
  const mine = info.seats.filter((seat) => seat.mine).map((seat) => seat.number)
  const hashes = mine.map((seat) => info.nonce_hashes[seat]).filter((hash) => hash !== undefined)
  if (info.revealing) {
    const nonce = known(KEY).find(([hash]) => hashes.includes(hash))?.[1]
    if (!nonce || mine.some((seat) => info.revealed.includes(seat))) return null
    remember(COMMITMENTS, info.id, info.commitment)
    return { type: 'reveal', nonce }
  }
  if (info.state !== 'waiting' || info.seed || !mine.length || hashes.length) return null
  const hash = await committed()
  return hash ? { type: 'commit', hash } : null
}

/**
 * Tell, once a seed is told, whether it is what the server had committed to before this browser told its nonce, and
 * whether that nonce was counted; null where this browser has no part in it, or cannot hash.
 */
export async function isKept(info: TableInfo): Promise<boolean | null> {
  const before = known(COMMITMENTS).findLast(([table]) => table === info.id)?.[1]
  if (!before || info.state !== 'over' || !info.seed || !globalThis.crypto?.subtle) return null
  const told = await sha256(`stormriver seed ${info.seed}${info.salt && ` salt ${info.salt}`}`)
  const ours = new Set(known(KEY).map(([hash]) => hash))
  const counted = info.revealed.some((seat) => ours.has(info.nonce_hashes[seat] ?? ''))
  return told === before && counted
}

/** Remember something by its name, and forget what is oldest. */
function remember(key: string, name: string, value: string): void {
  localStorage.setItem(key, JSON.stringify([...known(key), [name, value]].slice(-MOST)))
}

/** Return what is remembered, the latest last. */
function known(key: string): [string, string][] {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '[]') as [string, string][]
  } catch {
    return []
  }
}

const sha256 = async (text: string): Promise<string> => hex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
