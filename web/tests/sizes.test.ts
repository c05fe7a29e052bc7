import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sizing } from '../src/lib/sizes'

const element = {} as HTMLElement
let tasks: (() => void)[]
let observed: { tell: (entries: { contentRect: { width: number } }[]) => void; of: HTMLElement[] }

beforeEach(() => {
  tasks = []
  vi.stubGlobal('document', { body: {} })
  vi.stubGlobal('scheduler', { postTask: (task: () => void) => void tasks.push(task) })
  vi.stubGlobal('ResizeObserver', class {
    constructor(tell: (typeof observed)['tell']) { observed = { tell, of: [] } }
    observe(one: HTMLElement): void { observed.of.push(one) }
    disconnect(): void { observed.of = [] }
  })
})
afterEach(() => vi.unstubAllGlobals())

test('a size is told after the frame in which the browser tells it', () => {
  const widths: number[] = []
  sizing(({ width }) => widths.push(width))(element)
  expect(observed.of).toEqual([element])
  observed.tell([{ contentRect: { width: 300 } }])
  expect(widths).toEqual([])
  tasks.shift()!()
  expect(widths).toEqual([300])
})

test('what has gone meanwhile is told nothing', () => {
  const widths: number[] = []
  const gone = sizing(({ width }) => widths.push(width))(element) as () => void
  observed.tell([{ contentRect: { width: 300 } }])
  gone()
  for (const task of tasks) task()
  expect([widths, observed.of]).toEqual([[], []])
})
