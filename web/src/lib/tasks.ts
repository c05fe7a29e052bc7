// What takes long is done in tasks of its own, so that whoever clicks or types waits for one of them and not for all. Above all the
// layout of what has changed: in the task of a frame, which records what is to be painted too, it would take twice as long.
import { tick } from 'svelte'

interface Scheduler {
  postTask(task: () => void, how: { priority: 'user-blocking' }): Promise<void>
}

/** What has taken no longer than this in a task of its own is laid out in that, in milliseconds. */
const SHORT = 12

/** No frame is drawn of a page that nobody sees; what waits for one is done all the same, after so long in milliseconds. */
const UNSEEN = 100

const after = new Set<() => void>()
let due = false
/** Whether what runs now is in a task of its own: a click is not, as the browser looks once more then what lies under the pointer. */
let alone = false

/** Do something in the next task, before a frame where the browser knows that order. */
export function inOwnTask(task: () => void): void {
  const { scheduler } = globalThis as { scheduler?: Scheduler }
  const run = (): void => {
    alone = true
    try {
      task()
    } finally {
      alone = false
    }
  }
  if (scheduler) void scheduler.postTask(run, { priority: 'user-blocking' })
  else setTimeout(run)
}

/**
 * Return what does something for whoever clicks on a button that it may take away.
 *
 * What has the focus when it is taken away has all laid out amid the update, and who clicks, unlike who presses a key, needs no focus.
 */
export function clicking(act: () => void): (event: MouseEvent) => void {
  return ({ currentTarget, detail }) => {
    if (detail) (currentTarget as HTMLElement).blur()
    act()
  }
}

/**
 * Do something right after a frame; returns how to call it off.
 *
 * Where no frame has been for long, a browser lets the next one come before any task: what is changed meanwhile would be laid out in it.
 */
export function afterFrame(task: () => void): () => void {
  let over = false
  const begin = (): void => {
    if (over) return
    cancel()
    task()
  }
  const timer = setTimeout(begin, UNSEEN)
  const cancel = (): void => {
    over = true
    clearTimeout(timer)
  }
  if (globalThis.document?.hidden || !('requestAnimationFrame' in globalThis)) inOwnTask(begin)
  else requestAnimationFrame(() => inOwnTask(begin))
  return cancel
}

/** Have the page laid out once what begins now, and what that changes, is done; harmless if a frame comes first. */
export function layOutSoon(): void {
  if (due) return
  due = true
  const [here, begun] = [alone, performance.now()]
  void tick().then(() => (here && performance.now() - begun < SHORT ? layOut() : inOwnTask(layOut)))
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
