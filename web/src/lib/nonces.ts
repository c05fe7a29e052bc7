// The part of this browser in the seeds of dice: it commits to a nonce by its hash, and tells it once the table says so.
import type { FromPage, TableInfo } from './protocol'

const KEY = 'nonces'
/** How many nonces are remembered. */
const MOST = 50

/** Draw a nonce, remember it and return its hash; undefined where the browser has no way to hash, as over plain HTTP. */
export async function committed(): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle) return undefined
  const nonce = hex(crypto.getRandomValues(new Uint8Array(32)))
  const hash = hex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`stormriver nonce ${nonce}`))))
  localStorage.setItem(KEY, JSON.stringify([...known(), [hash, nonce]].slice(-MOST)))
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
    const nonce = known().find(([hash]) => hashes.includes(hash))?.[1]
    return nonce && !mine.some((seat) => info.revealed.includes(seat)) ? { type: 'reveal', nonce } : null
  }
  if (info.state !== 'waiting' || info.seed || !mine.length || hashes.length) return null
  const hash = await committed()
  return hash ? { type: 'commit', hash } : null
}

/** Return the hashes and nonces that are remembered, the latest last. */
function known(): [string, string][] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as [string, string][]
  } catch {
    return []
  }
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
