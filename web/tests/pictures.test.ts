import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { drawnAt, pictured } from '../src/parts/pictures'

let frames: (() => void)[]
/** What the worker has been asked for, by the addresses of the drawings, and how to answer for it. */
let ordered: Record<string, (bitmap?: Blob) => void>

beforeEach(() => {
  ;[frames, ordered] = [[], {}]
  vi.stubGlobal('document', { hidden: false })
  vi.stubGlobal('devicePixelRatio', 1)
  vi.stubGlobal('scheduler', { postTask: (task: () => void) => task() })
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw))
  vi.stubGlobal('Worker', class extends EventTarget {
    postMessage({ number, address }: { number: number; address: string }): void {
      ordered[address] = (bitmap) => this.dispatchEvent(Object.assign(new Event('message'), { data: { number, bitmap } }))
    }
  })
})
afterEach(() => vi.unstubAllGlobals())

const settled = (): Promise<void> => new Promise((done) => setTimeout(done))
async function frame(): Promise<void> {
  for (const draw of frames.splice(0)) draw()
  await settled()
}

test('of several pictures that have been drawn one is shown a frame, and one that has not, or cannot be, keeps none waiting', async () => {
  const shown: string[] = []
  for (const name of ['slow', 'a', 'broken', 'b']) void pictured(name).then(() => shown.push(name))
  ordered['/api/pictures/a']!(new Blob())
  ordered['/api/pictures/broken']!()
  ordered['/api/pictures/b']!(new Blob())
  await settled()
  expect(shown).toEqual([])
  for (const so of [['a'], ['a', 'broken'], ['a', 'broken', 'b']]) {
    await frame()
    expect(shown.toSorted()).toEqual(so.toSorted())
  }
  expect(drawnAt('a')).toMatch(/^blob:/)
  expect(drawnAt('broken')).toBe('/api/pictures/broken')
  expect(drawnAt('slow')).toMatch(/^data:/)
  ordered['/api/pictures/slow']!(new Blob())
  await settled()
  await frame()
  expect(shown).toHaveLength(4)
})
