// The part of a browser in the seed of dice: it commits to what it tells later, and to what the server would work out.
import { createHash } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { commitment, committed, isKept, part } from '../src/lib/nonces'
import type { TableInfo } from '../src/lib/protocol'

const kept = new Map<string, string>()
vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) })
beforeEach(() => kept.clear())

const info = (facts: Partial<TableInfo>): TableInfo =>
  ({ state: 'waiting', seed: '', revealing: false, revealed: [], nonce_hashes: {}, seats: [{ number: 0, mine: false }, { number: 1, mine: true }], ...facts }) as TableInfo

test('a browser tells the nonce whose hash it has committed to', async () => {
  const hash = (await committed())!
  await committed() // for another table
  const told = await part(info({ revealing: true, nonce_hashes: { 1: hash } }))
  expect(told).toMatchObject({ type: 'reveal' })
  const { nonce } = told as { nonce: string }
  expect(nonce).toMatch(/^[0-9a-f]{64}$/)
  expect(createHash('sha256').update(`stormriver nonce ${nonce}`).digest('hex')).toBe(hash)
})

test('it commits where it waits with a seat, and only once', async () => {
  expect(await part(info({}))).toMatchObject({ type: 'commit' })
  const silent = [{ nonce_hashes: { 1: 'ab' } }, { seed: '4' }, { state: 'playing' as const }, { seats: [] }]
  for (const facts of silent) expect(await part(info(facts))).toBeNull()
})

test('it tells nothing that is not its own, and nothing twice', async () => {
  const hash = (await committed())!
  expect(await part(info({ revealing: true, nonce_hashes: { 0: hash } }))).toBeNull()
  expect(await part(info({ revealing: true, nonce_hashes: { 1: 'ab' } }))).toBeNull()
  expect(await part(info({ revealing: true, nonce_hashes: { 1: hash }, revealed: [1] }))).toBeNull()
})

test('in the end it says whether the server has kept to its commitment, and has counted its nonce', async () => {
  const hash = (await committed())!
  const before = createHash('sha256').update('stormriver seed 7 salt pinch').digest('hex')
  const drawn = info({ id: 't', commitment: before, nonce_hashes: { 1: hash } })
  await part({ ...drawn, revealing: true })
  const end: TableInfo = { ...drawn, state: 'over', seed: '7', salt: 'pinch', revealed: [1] }
  expect(await isKept(end)).toBe(true)
  const other = createHash('sha256').update('stormriver seed 8 salt pinch').digest('hex')
  for (const broken of [{ seed: '8' }, { seed: '8', commitment: other }, { salt: '' }, { revealed: [] }, { nonce_hashes: {} }]) {
    expect(await isKept({ ...end, ...broken })).toBe(false)
  }
  for (const silent of [{ id: 'another' }, { state: 'playing' as const }, { seed: '' }]) expect(await isKept({ ...end, ...silent })).toBeNull()
})

test('where a browser cannot hash it takes no part', async () => {
  const { crypto } = globalThis
  vi.stubGlobal('crypto', {})
  expect(await commitment()).toEqual({})
  expect(await part(info({}))).toBeNull()
  vi.stubGlobal('crypto', crypto)
})
