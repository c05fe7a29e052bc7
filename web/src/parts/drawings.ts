// The page's side of the worker that draws pictures.
import type { Drawn, Order } from '../../worker/drawing'

/** Begun with the first order; null where it cannot run. */
let worker: Worker | null | undefined
/** Who waits for what has been ordered, by its number. */
const waiting = new Map<number, (bitmap?: Blob) => void>()
let orders = 0

/**
 * Have a picture drawn beside the page's thread; return the address of its bitmap.
 *
 * @param address where the picture is, with `#close` its subject alone.
 * @param side how large, in pixels of the bitmap.
 * @returns the picture's own address if it cannot be drawn so: a browser without the canvas of workers shows that.
 */
export async function bitmapOf(address: string, side: number): Promise<string> {
  if (worker === undefined) worker = begun()
  const drawing = worker
  if (!drawing) return address
  const bitmap = await new Promise<Blob | undefined>((done) => {
    waiting.set(++orders, done)
    drawing.postMessage({ number: orders, address, side } satisfies Order)
  })
  return bitmap ? URL.createObjectURL(bitmap) : address
}

function begun(): Worker {
  const made = new Worker(new URL('../../worker/drawing-worker.ts', import.meta.url), { type: 'module' })
  made.addEventListener('message', ({ data }: MessageEvent<Drawn>) => answer(data.number, data.bitmap))
  made.addEventListener('error', () => {
    worker = null
    for (const number of waiting.keys()) answer(number)
  })
  return made
}

function answer(number: number, bitmap?: Blob): void {
  waiting.get(number)?.(bitmap)
  waiting.delete(number)
}
