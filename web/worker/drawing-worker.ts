// Draws pictures once and for good, beside the thread of the page. To Chromium an image that is a drawing is a page of its own, with
// a document that takes as much room as a panel; and to tidy up among sixty of them holds a game up longer than anything else.
import { draw, type Drawn, type Order } from './drawing'

const worker = self as unknown as DedicatedWorkerGlobalScope

worker.addEventListener('message', async ({ data: { number, address, side } }: MessageEvent<Order>) => {
  const bitmap = await drawn(address, side).catch(() => undefined)
  worker.postMessage({ number, bitmap } satisfies Drawn)
})

async function drawn(address: string, side: number): Promise<Blob> {
  const [where, close] = address.split('#')
  const answer = await fetch(where!)
  if (!answer.ok) throw new Error(`${where}: ${answer.status}`)
  const canvas = new OffscreenCanvas(side, side)
  draw(await answer.text(), side, !!close, canvas.getContext('2d')!)
  return await canvas.convertToBlob({ type: 'image/webp', quality: 1 })
}
