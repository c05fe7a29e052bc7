import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let workers: EventTarget[]
let ordered: { number: number; address: string; side: number }[]

beforeEach(() => {
  ;[workers, ordered] = [[], []]
  vi.resetModules()
  vi.stubGlobal('Worker', class extends EventTarget {
    constructor() {
      super()
      workers.push(this)
    }
    postMessage(order: (typeof ordered)[number]): void {
      ordered.push(order)
    }
  })
})
afterEach(() => vi.unstubAllGlobals())

const answer = (number: number, bitmap?: Blob): unknown => workers[0]!.dispatchEvent(Object.assign(new Event('message'), { data: { number, bitmap } }))

test('each order is answered by its own bitmap, in whatever order they come', async () => {
  const { bitmapOf } = await import('../src/parts/drawings')
  const [wolf, bear] = [bitmapOf('/wolf', 384), bitmapOf('/bear#close', 128)]
  expect(ordered.map(({ address, side }) => [address, side])).toEqual([['/wolf', 384], ['/bear#close', 128]])
  answer(ordered[1]!.number)
  answer(ordered[0]!.number, new Blob())
  expect(await bear).toBe('/bear#close')
  expect(await wolf).toMatch(/^blob:/)
  expect(workers).toHaveLength(1)
})

test('where the worker cannot run the drawings themselves are shown, those that wait and those to come', async () => {
  const { bitmapOf } = await import('../src/parts/drawings')
  const wolf = bitmapOf('/wolf', 384)
  workers[0]!.dispatchEvent(new Event('error'))
  expect(await wolf).toBe('/wolf')
  expect(await bitmapOf('/bear', 384)).toBe('/bear')
  expect(ordered).toHaveLength(1)
})
