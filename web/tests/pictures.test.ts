import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { arrived } from '../src/parts/pictures'

let frames: (() => void)[]
/** Images that are wanted, by what lets them come. */
let wanted: Record<string, (fails?: Error) => void>

beforeEach(() => {
  ;[frames, wanted] = [[], {}]
  vi.stubGlobal('document', { hidden: false })
  vi.stubGlobal('scheduler', { postTask: (task: () => void) => task() })
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw))
  vi.stubGlobal('Image', class {
    src = ''
    decode(): Promise<void> {
      return new Promise((done, fail) => (wanted[this.src] = (fails) => (fails ? fail(fails) : done())))
    }
  })
})
afterEach(() => vi.unstubAllGlobals())

const settled = (): Promise<void> => new Promise((done) => setTimeout(done))
async function frame(): Promise<void> {
  for (const draw of frames.splice(0)) draw()
  await settled()
}

test('of several pictures that have arrived one is shown a frame, and one that has not, or cannot be had, keeps none waiting', async () => {
  const shown: string[] = []
  for (const name of ['slow', 'a', 'broken', 'b']) void arrived(name).then(() => shown.push(name))
  wanted['/api/pictures/a']!()
  wanted['/api/pictures/broken']!(new Error('it cannot be read'))
  wanted['/api/pictures/b']!()
  await settled()
  expect(shown).toEqual([])
  for (const so of [['a'], ['a', 'broken'], ['a', 'broken', 'b']]) {
    await frame()
    expect(shown.toSorted()).toEqual(so.toSorted())
  }
  wanted['/api/pictures/slow']!()
  await settled()
  await frame()
  expect(shown).toHaveLength(4)
})
