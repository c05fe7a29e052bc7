// Where the server gives the pictures, and how they come into the page. They are drawings, which a browser lays out and draws anew
// wherever it paints one, out of a document for each: the page has each drawn once, and shows what has come of it.
import type { Attachment } from 'svelte/attachments'
import { afterFrame } from '../lib/tasks'
import { bitmapOf } from './drawings'

/** How large a picture is drawn, whole and close, in pixels of the page: that of a space may be looked at from near. */
const [WHOLE, CLOSE] = [384, 128]
/** How large at most in pixels of the screen, which may be smaller: it takes memory. */
const MOST = 512
const EMPTY = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
/** Pictures that have been drawn, or are being drawn, by the addresses of the drawings. */
const bitmaps = new Map<string, string | Promise<string>>()

/** Return the address of a picture by its name in a book, which changes with it; `close` shows its subject alone, which is read when small. */
export function pictureAt(name: string, close = false): string {
  return `/api/pictures/${name}${close ? '#close' : ''}`
}

/** The frame in which the last picture that has been drawn is shown. */
let frame = Promise.resolve()

/** Have a picture drawn, and then wait for a frame in which it may be shown: many in one would hold the page up. */
export async function pictured(name: string): Promise<void> {
  await drawn(name, false)
  await (frame = frame.then(() => new Promise((next) => void afterFrame(next))))
}

/** Return the address of a picture that has been drawn; until then that of an empty one, as an image without any stays in
 * the memory of Chromium when it has gone from the page. */
export function drawnAt(name: string, close = false): string {
  const address = bitmaps.get(pictureAt(name, close))
  return typeof address === 'string' ? address : EMPTY
}

/** Have a picture drawn, if it has not been, and shown in an image. */
export function picturing(name: string, close: boolean): Attachment<HTMLImageElement> {
  return (image) => {
    const bitmap = drawn(name, close)
    if (typeof bitmap === 'string') return
    let gone = false
    void bitmap.then((address) => gone || (image.src = address))
    return () => void (gone = true)
  }
}

/** Return where the bitmap of a picture is; have it drawn, if it has not been. */
function drawn(name: string, close: boolean): string | Promise<string> {
  const drawing = pictureAt(name, close)
  const known = bitmaps.get(drawing)
  if (known) return known
  const bitmap = bitmapOf(drawing, Math.min(MOST, (close ? CLOSE : WHOLE) * Math.ceil(devicePixelRatio))).then((address) => {
    bitmaps.set(drawing, address)
    return address
  })
  bitmaps.set(drawing, bitmap)
  return bitmap
}
