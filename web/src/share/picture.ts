// The picture of a moment: what is laid out for it in this page is drawn into a PNG. Nothing leaves the browser.

/** The measures of a picture, in the pixels of its layout. */
export const PLATE = { width: 1600, height: 1100 }
const SHARP = 1.5

/** Draw an element, once its images are there. */
export async function drawn(plate: HTMLElement): Promise<Blob> {
  const { getFontEmbedCSS, toBlob } = await import('html-to-image')
  await Promise.all([...plate.querySelectorAll('img')].map(flattened))
  const fontEmbedCSS = await getFontEmbedCSS(plate, { preferredFontFormat: 'woff2' })
  const blob = await toBlob(plate, { ...PLATE, pixelRatio: SHARP, fontEmbedCSS })
  if (!blob) throw new Error('PNG')
  return blob
}

/** Replace an image by what is seen of it: a copy would forget which part of its picture that is. */
async function flattened(image: HTMLImageElement): Promise<void> {
  await image.decode()
  const { width, height } = image.getBoundingClientRect()
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * SHARP))
  canvas.height = Math.max(1, Math.round(height * SHARP))
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height)
  image.src = canvas.toDataURL()
  await image.decode()
}

/** Return a picture as an address that the page may show. */
export function addressOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}
