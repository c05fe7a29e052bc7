// A newer page that cannot be fetched at once is looked for again.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lookForNewer } from '../src/lib/installed'

class Worker extends EventTarget {
  state = 'installing'
  become(state: string): void {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

const update = vi.fn()

beforeEach(() => {
  vi.useFakeTimers()
  update.mockReset()
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ update }) } })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a worker that could not be installed is fetched again, one that was is not', async () => {
  const [failed, fine] = [new Worker(), new Worker()]
  update.mockResolvedValueOnce({ installing: failed }).mockResolvedValueOnce({ installing: fine })
  await lookForNewer()
  failed.become('redundant')
  await vi.runAllTimersAsync()
  expect(update).toHaveBeenCalledTimes(2)
  fine.become('activated')
  await vi.runAllTimersAsync()
  expect(update).toHaveBeenCalledTimes(2)
})

test('a server that does not answer is asked a few times and then left alone', async () => {
  update.mockRejectedValue(new Error('away'))
  await lookForNewer()
  await vi.runAllTimersAsync()
  expect(update.mock.calls.length).toBeGreaterThan(1)
  expect(update.mock.calls.length).toBeLessThan(10)
})

test('where nothing is newer nothing is asked again', async () => {
  update.mockResolvedValue({ installing: null })
  await lookForNewer()
  await vi.runAllTimersAsync()
  expect(update).toHaveBeenCalledTimes(1)
})
