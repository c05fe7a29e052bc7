// Where the server gives the pictures, and how they come into the page. They are drawings, which a browser lays out and
// draws anew wherever it paints one: the page has those that stay in sight drawn once, and shows what has come of it.
import type { Attachment } from 'svelte/attachments'
import { afterFrame } from '../lib/tasks'

/** How large a picture is drawn, whole and close, in pixels of the page: none that stays in sight is shown much larger. */
const [WHOLE, CLOSE] = [256, 128]
const EMPTY = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
/** Pictures that have been drawn, or are being drawn, by the addresses of the drawings. */
const bitmaps = new Map<string, string | Promise<string>>()

/** Return the address of a picture by its name in a book, which changes with it; `close` shows its subject alone, which is read when small. */
export function pictureAt(name: string, close = false): string {
  return `/api/pictures/${name}${close ? '#close' : ''}`
}

/** The frame in which the last picture that has arrived is drawn. */
let frame = Promise.resolve()

/** Wait until a picture has arrived, and then for a frame in which it may be shown as a drawing: many in one would hold the page up. */
export async function arrived(name: string): Promise<void> {
  const image = new Image()
  image.src = pictureAt(name)
  await image.decode().catch(() => undefined)
  await (frame = frame.then(() => new Promise((next) => void afterFrame(next))))
}

/** Return the address of a picture that has been drawn; until then that of an empty one, as an image without any stays in
 * the memory of Chromium when it has gone from the page. */
export function drawnAt(name: string, close = false): string {
  const bitmap = bitmaps.get(pictureAt(name, close))
  return typeof bitmap === 'string' ? bitmap : EMPTY
}

/** Have a picture drawn, if it has not been, and shown in an image. */
export function picturing(name: string, close = false): Attachment<HTMLImageElement> {
  const drawing = pictureAt(name, close)
  return (image) => {
    const bitmap = bitmaps.get(drawing) ?? bitmapOf(drawing, close ? CLOSE : WHOLE)
    if (typeof bitmap === 'string') return
    let gone = false
    void bitmap.then((address) => gone || (image.src = address))
    return () => void (gone = true)
  }
}

/** Have a picture drawn; return where it is then: where the drawing is, should the browser not be able to. */
function bitmapOf(drawing: string, side: number): Promise<string> {
  const bitmap = drawn(drawing, side * Math.min(2, Math.ceil(devicePixelRatio)))
    .catch(() => drawing)
    .then((address) => {
      bitmaps.set(drawing, address)
      return address
    })
  bitmaps.set(drawing, bitmap)
  return bitmap
}

/** The drawing is given a size of its own, without which Chromium makes empty bitmaps, and drawn by another thread. */
async function drawn(drawing: string, side: number): Promise<string> {
  const [address, view = ''] = drawing.split('#')
  const text = (await (await fetch(address!)).text()).replace('<svg ', `<svg width="${side}" height="${side}" `)
  const image = new Image()
  await new Promise((load, fail) => Object.assign(image, { onload: load, onerror: fail, src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}#${view}` }))
  const bitmap = await createImageBitmap(image)
  const canvas = document.createElement('canvas')
  canvas.getContext('bitmaprenderer')!.transferFromImageBitmap(bitmap)
  return URL.createObjectURL(await new Promise<Blob>((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail()), 'image/webp', 1)))
}
