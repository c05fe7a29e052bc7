// What is costly to draw is drawn piece by piece: as many a frame as there is time for, so that the page answers in between.
import { flushSync } from 'svelte'
import { afterFrame, layOutSoon } from './tasks'

/** For so long pieces are drawn before a frame is let through, in milliseconds: less, and the frames cost more than the pieces. */
const SLICE = 8

const waiting = new Set<() => void>()
/** What waits for something else before its turn can come. */
const coming = new Set<Promise<unknown>>()
let due = false

/** Have something drawn once all that was asked for before has been; returns how to call it off. */
export function inTurn(draw: () => void): () => void {
  const piece = (): void => draw()
  waiting.add(piece)
  if (!due) soon()
  return () => void waiting.delete(piece)
}

/** Have something drawn in its turn once that for which it waits is there, or cannot be had; returns how to call it off. */
export function inTurnAfter(what: Promise<unknown>, draw: () => void): () => void {
  let callOff = (): void => void (draw = () => undefined)
  coming.add(what)
  void what.catch(() => undefined).then(() => {
    coming.delete(what)
    callOff = inTurn(draw)
  })
  return () => callOff()
}

/** Wait until there is nothing left to be drawn, nor what that has led to. */
export async function allDrawn(): Promise<void> {
  do await new Promise<void>(inTurn)
  while (waiting.size || coming.size)
}

function soon(): void {
  due = true
  afterFrame(() => {
    try {
      slice()
    } finally {
      due = false
      if (waiting.size) soon()
    }
  })
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
