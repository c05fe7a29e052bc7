// The page's side of the worker that draws pictures.
import type { Drawn, Order } from '../../worker/drawing'

let worker: Worker | undefined
/** Who waits for what has been ordered, by its number. */
const waiting = new Map<number, (bitmap: Blob | undefined) => void>()
let orders = 0

/**
 * Have a picture drawn beside the page's thread; return the address of its bitmap.
 *
 * @param address where the picture is, with `#close` its subject alone.
 * @param side how large, in pixels of the bitmap.
 * @returns the picture's own address if it cannot be drawn so: a browser without the canvas of workers shows that.
 */
export async function bitmapOf(address: string, side: number): Promise<string> {
  const bitmap = await new Promise<Blob | undefined>((done) => {
    worker ??= begun()
    waiting.set(++orders, done)
    worker.postMessage({ number: orders, address, side } satisfies Order)
  })
  return bitmap ? URL.createObjectURL(bitmap) : address
}

function begun(): Worker {
  const worker = new Worker(new URL('../../worker/drawing-worker.ts', import.meta.url), { type: 'module' })
  const tell = ({ number, bitmap }: Drawn): void => {
    waiting.get(number)?.(bitmap)
    waiting.delete(number)
  }
  worker.addEventListener('message', ({ data }: MessageEvent<Drawn>) => tell(data))
  worker.addEventListener('error', () => [...waiting.keys()].forEach((number) => tell({ number })))
  return worker
}
