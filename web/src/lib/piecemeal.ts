// What is costly to draw is drawn piece by piece: as many a frame as there is time for, so that the page answers in between.
import { flushSync } from 'svelte'
import { layOutSoon } from './tasks'

/** For so long pieces are drawn before a frame is let through, in milliseconds: less, and the frames cost more than the pieces. */
const SLICE = 8
/** No frame is drawn of a page that nobody sees; its pieces come all the same. */
const UNSEEN = 100

const waiting = new Set<() => void>()
let due = false

/** Have something drawn once all that was asked for before has been; returns how to call it off. */
export function inTurn(draw: () => void): () => void {
  const piece = (): void => draw()
  waiting.add(piece)
  if (!due) soon()
  return () => void waiting.delete(piece)
}

/** Wait until there is nothing left to be drawn, nor what that has led to. */
export async function allDrawn(): Promise<void> {
  do await new Promise<void>(inTurn)
  while (waiting.size)
}

function soon(): void {
  due = true
  let begun = false
  const begin = (): void => {
    if (begun) return
    begun = true
    try {
      slice()
    } finally {
      due = false
      if (waiting.size) soon()
    }
  }
  requestAnimationFrame(() => setTimeout(begin))
  setTimeout(begin, UNSEEN)
}

function slice(): void {
  layOutSoon()
  const end = performance.now() + SLICE
  for (const piece of waiting) {
    waiting.delete(piece)
    piece()
    flushSync()
    if (performance.now() >= end) return
  }
}
