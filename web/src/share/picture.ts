// The picture of a moment: what is laid out for it is put into an SVG with the page's styles, and that is drawn as a PNG.
// Nothing leaves the browser.

/** The measures of a picture, in the pixels of its layout. */
export const PLATE = { width: 1600, height: 1100 }
/** How many pixels of the PNG one of these is. */
const SHARP = 1.5
const SVG = 'http://www.w3.org/2000/svg'

/** Draw an element as it stands now. */
export async function drawn(plate: HTMLElement): Promise<Blob> {
  const copy = plate.cloneNode(true) as HTMLElement
  const [images, copies] = [plate, copy].map((root) => [...root.querySelectorAll<Pictured>('img, image')]) as [Pictured[], Pictured[]]
  const boxes = images.map((image) => image.getBoundingClientRect())
  const styles = styled()
  await Promise.all([...copies.map((image, n) => flatten(image, boxes[n]!)), styles])
  return painted(await loaded(addressOf(copy, await styles)))
}

type Pictured = HTMLImageElement | SVGImageElement

/** Replace the address of an image by what is seen of it: an SVG that is drawn may load nothing. One in a pattern has no box: all of it is kept. */
async function flatten(image: Pictured, box: DOMRect): Promise<void> {
  const name = image instanceof SVGImageElement ? 'href' : 'src'
  const found = await loaded(image.getAttribute(name)!)
  const { width, height } = box.width ? box : found
  image.setAttribute(name, canvas(found, width * SHARP, height * SHARP).toDataURL())
}

async function loaded(address: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = address
  await image.decode()
  return image
}

function canvas(image: HTMLImageElement, width: number, height: number): HTMLCanvasElement {
  const made = document.createElement('canvas')
  made.width = Math.max(1, Math.round(width))
  made.height = Math.max(1, Math.round(height))
  made.getContext('2d')!.drawImage(image, 0, 0, made.width, made.height)
  return made
}

/** Return an element with these styles as the address of an SVG; its root is what the page's root is: by day or night. */
function addressOf(element: HTMLElement, styles: string): string {
  const root = document.createElementNS(SVG, 'svg')
  for (const [name, value] of Object.entries(PLATE)) root.setAttribute(name, String(value))
  for (const { name, value } of document.documentElement.attributes) if (name.startsWith('data-')) root.setAttribute(name, value)
  root.setAttribute('data-theme', isNight() ? 'night' : 'day')
  root.setAttribute('data-still', '')
  const inner = document.createElementNS(SVG, 'foreignObject')
  for (const name of ['width', 'height']) inner.setAttribute(name, '100%')
  const style = document.createElement('style')
  style.textContent = styles
  inner.append(style, element)
  root.append(inner)
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(root))}`
}

function isNight(): boolean {
  const { theme } = document.documentElement.dataset
  return theme === 'night' || (theme !== 'day' && matchMedia('(prefers-color-scheme: dark)').matches)
}

/** Return all styles of the page, with the fonts in it that are in use. */
async function styled(): Promise<string> {
  const used = new Set([...document.fonts].filter(({ status }) => status === 'loaded').map(keyOf))
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
  const texts = rules.map((rule) => (rule instanceof CSSFontFaceRule ? (used.has(keyOf(facts(rule))) ? embedded(rule) : '') : rule.cssText))
  return (await Promise.all(texts)).join('\n')
}

interface Face {
  family: string
  style: string
  weight: string
  unicodeRange: string
}

function facts({ style }: CSSFontFaceRule): Face {
  const [family, slant, weight, unicodeRange] = ['font-family', 'font-style', 'font-weight', 'unicode-range'].map((name) => style.getPropertyValue(name)) as [string, string, string, string]
  return { family, style: slant, weight, unicodeRange }
}

/** Return what tells one face of a font from another, however a browser writes it. */
function keyOf({ family, style, weight, unicodeRange }: Face): string {
  const range = unicodeRange.toLowerCase().replace(/\s/g, '').replace(/(\+|-)0+(?=[\da-f])/g, '$1')
  return [family.replace(/["']/g, ''), style || 'normal', weight || '400', range].join('|')
}

async function embedded(rule: CSSFontFaceRule): Promise<string> {
  const address = /url\(["']?([^"')]+)/.exec(rule.style.getPropertyValue('src'))?.[1]
  if (!address) return ''
  const found = await fetch(new URL(address, rule.parentStyleSheet?.href ?? location.href))
  return rule.cssText.replace(/src:[^;]+;/, `src: url(${await readAsAddress(await found.blob())}) format("woff2");`)
}

function painted(image: HTMLImageElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas(image, PLATE.width * SHARP, PLATE.height * SHARP).toBlob((blob) => (blob ? resolve(blob) : reject(new Error('PNG'))))
  })
}

/** Return something as an address that holds it whole, which the page may show. */
export function readAsAddress(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}
