// What takes long is done in tasks of its own, so that whoever clicks or types waits for one of them and not for all. Above all the
// layout of what has changed: in the task of a frame, which records what is to be painted too, it would take twice as long.
import { tick } from 'svelte'

interface Scheduler {
  postTask(task: () => void, how: { priority: 'user-blocking' }): Promise<void>
}

/** What has taken no longer than this is laid out in the same task, in milliseconds. */
const SHORT = 12

const after = new Set<() => void>()
let due = false

/** Do something in the next task, before a frame where the browser knows that order. */
export function inOwnTask(task: () => void): void {
  const { scheduler } = globalThis as { scheduler?: Scheduler }
  if (scheduler) void scheduler.postTask(task, { priority: 'user-blocking' })
  else setTimeout(task)
}

/** Have the page laid out once what begins now, and what that changes, is done; harmless if a frame comes first. */
export function layOutSoon(): void {
  if (due) return
  due = true
  const begun = performance.now()
  void tick().then(() => (performance.now() - begun < SHORT ? layOut() : inOwnTask(layOut)))
}

/** Have something done as soon as sizes are known; for effects, which run when much has been done already. */
export function onceLaidOut(done: () => void): void {
  after.add(done)
  if (due) return
  due = true
  inOwnTask(layOut)
}

function layOut(): void {
  due = false
  void globalThis.document?.body.offsetHeight // to ask for a size has all laid out; where there is no page, there is nothing
  const now = [...after]
  after.clear()
  for (const done of now) done()
}
