import { tick } from 'svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { afterFrame, clicking, inOwnTask, layOutSoon, onceLaidOut } from '../src/lib/tasks'

/** What has been done, in order; sizes are asked for where the page is laid out. */
let done: string[]
let tasks: (() => void)[]
let now: number

beforeEach(() => {
  ;[done, tasks, now] = [[], [], 0]
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  vi.stubGlobal('document', { body: { get offsetHeight() { return done.push('laid out') } } })
  vi.stubGlobal('scheduler', { postTask: (task: () => void, { priority }: { priority: string }) => void (priority === 'user-blocking' && tasks.push(task)) })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Do what waits for its turn, one after the other. */
function run(): void {
  for (const task of tasks.splice(0)) {
    done.push('task')
    task()
  }
}

test('what has taken little time in a task of its own is laid out in that, once', async () => {
  inOwnTask(() => {
    layOutSoon()
    layOutSoon()
  })
  run()
  await tick()
  await tick()
  expect(done).toEqual(['task', 'laid out'])
  run()
  expect(done).toEqual(['task', 'laid out'])
})

test('what is done by a click is laid out after it, however little time it has taken', async () => {
  layOutSoon()
  await tick()
  await tick()
  expect(done).toEqual([])
  run()
  expect(done).toEqual(['task', 'laid out'])
})

test('what has taken long is laid out in a task of its own', async () => {
  inOwnTask(() => {
    layOutSoon()
    now += 30
  })
  run()
  await tick()
  await tick()
  expect(done).toEqual(['task'])
  run()
  expect(done).toEqual(['task', 'task', 'laid out'])
})

test('what needs sizes is done after the layout, and what it asks for after the next', async () => {
  onceLaidOut(() => {
    done.push('measured')
    onceLaidOut(() => void done.push('measured again'))
  })
  await tick()
  expect(done).toEqual([])
  run()
  expect(done).toEqual(['task', 'laid out', 'measured'])
  run()
  expect(done).toEqual(['task', 'laid out', 'measured', 'task', 'laid out', 'measured again'])
})

test('what comes after a frame waits for it, and then for its turn among tasks', () => {
  const frames: (() => void)[] = []
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw))
  vi.stubGlobal('document', { hidden: false })
  afterFrame(() => void done.push('done'))
  const callOff = afterFrame(() => void done.push('called off'))
  run()
  expect(done).toEqual([])
  for (const draw of frames) draw()
  expect(done).toEqual([])
  callOff()
  run()
  expect(done).toEqual(['task', 'done', 'task'])
})

test('on a page that nobody sees nothing waits for a frame', () => {
  vi.stubGlobal('requestAnimationFrame', () => 0)
  vi.stubGlobal('document', { hidden: true })
  afterFrame(() => void done.push('done'))
  run()
  expect(done).toEqual(['task', 'done'])
})

test('where no frame comes although the page is said to be seen, what waits for it is done all the same, once', () => {
  vi.useFakeTimers()
  const frames: (() => void)[] = []
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw))
  vi.stubGlobal('document', { hidden: false })
  afterFrame(() => void done.push('done'))
  vi.advanceTimersByTime(200)
  vi.useRealTimers()
  expect(done).toEqual(['done'])
  for (const draw of frames) draw()
  run()
  expect(done).toEqual(['done', 'task'])
})

test('a browser without a scheduler has a timer', () => {
  vi.stubGlobal('scheduler', undefined)
  vi.useFakeTimers()
  inOwnTask(() => void done.push('done'))
  expect(done).toEqual([])
  vi.runAllTimers()
  vi.useRealTimers()
  expect(done).toEqual(['done'])
})

test.each([[1, ['blurred', 'done']], [0, ['done']]])('who clicks on a button gives up the focus there, and who presses a key keeps it: %i', (detail, all) => {
  const button = { blur: () => void done.push('blurred') }
  clicking(() => void done.push('done'))({ currentTarget: button, detail } as unknown as MouseEvent)
  expect(done).toEqual(all)
})
