import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { allDrawn, inTurn, inTurnAfter } from '../src/lib/piecemeal'

const FRAME = 16

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, FRAME))
})
afterEach(() => {
  vi.runAllTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Have pieces drawn that each take so long, in milliseconds; returns the names of those that have been. */
function asked(ms: number, ...names: string[]): { drawn: string[]; callOff: (() => void)[] } {
  const drawn: string[] = []
  let now = 0
  const draw = (name: string) => (): void => {
    drawn.push(name)
    now += ms
  }
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  return { drawn, callOff: names.map((name) => inTurn(draw(name))) }
}

test('pieces are drawn one after the other, as many before each frame as there is time for', () => {
  const { drawn } = asked(5, 'a', 'b', 'c')
  expect(drawn).toEqual([])
  vi.advanceTimersByTime(FRAME + 1)
  expect(drawn).toEqual(['a', 'b'])
  vi.advanceTimersByTime(FRAME + 1)
  expect(drawn).toEqual(['a', 'b', 'c'])
})

test('a piece that is called off is not drawn, and the others are', () => {
  const { drawn, callOff } = asked(1, 'a', 'b', 'c')
  callOff[1]!()
  vi.runAllTimers()
  expect(drawn).toEqual(['a', 'c'])
})

test('where no frame is drawn, as on a page that nobody sees, pieces come all the same', () => {
  vi.stubGlobal('requestAnimationFrame', () => 0)
  const { drawn } = asked(9, 'a', 'b')
  vi.advanceTimersByTime(250)
  expect(drawn).toEqual(['a', 'b'])
})

test('a piece that cannot be drawn does not keep those after it from being drawn', () => {
  const { drawn } = asked(1, 'b')
  inTurn(() => {
    throw new Error('it cannot')
  })
  inTurn(() => void drawn.push('c'))
  expect(() => vi.runAllTimers()).toThrow('it cannot')
  vi.runAllTimers()
  expect(drawn).toEqual(['b', 'c'])
})

test('all is drawn once nothing is left of what pieces have led to', async () => {
  const drawn: string[] = []
  inTurn(() => inTurn(() => void drawn.push('within')))
  const all = allDrawn().then(() => drawn.push('all'))
  await vi.runAllTimersAsync()
  await all
  expect(drawn).toEqual(['within', 'all'])
})

test('what waits for something is drawn once that has come, or cannot come; before that not all is drawn', async () => {
  const drawn: string[] = []
  let come = (): void => undefined
  inTurnAfter(new Promise<void>((done) => (come = done)), () => void drawn.push('come'))
  inTurnAfter(Promise.reject(new Error('it cannot')), () => void drawn.push('cannot'))
  void allDrawn().then(() => drawn.push('all'))
  await vi.advanceTimersByTimeAsync(10 * FRAME)
  expect(drawn).toEqual(['cannot'])
  come()
  await vi.advanceTimersByTimeAsync(10 * FRAME)
  expect(drawn).toEqual(['cannot', 'come', 'all'])
})

test('what waits for something can be called off before that has come, and after', async () => {
  const drawn: string[] = []
  const callOff = inTurnAfter(Promise.resolve(), () => void drawn.push('early'))
  callOff()
  const later = inTurnAfter(Promise.resolve(), () => void drawn.push('late'))
  await Promise.resolve()
  await Promise.resolve()
  await Promise.resolve()
  later()
  await vi.advanceTimersByTimeAsync(10 * FRAME)
  expect(drawn).toEqual([])
})
