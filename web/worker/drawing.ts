// Draws a picture of the server's, without the document that a browser makes of one: a worker has none. All that such a picture
// consists of are outlines in one colour (src/stormriver/art/compose.py), and no more of SVG is understood.

/** A picture that is to be drawn, by its address, with `#close` its subject alone; `side` is how large, in pixels. */
export interface Order {
  number: number
  address: string
  side: number
}
/** What has come of an order: no bitmap, if it could not be drawn. */
export interface Drawn {
  number: number
  bitmap?: Blob
}

/** The attributes of an element. */
type Attributes = Record<string, string>
/** What is drawn with; of a canvas or, in a test, what takes notes. */
export type Context = Pick<OffscreenCanvasRenderingContext2D,
  'save' | 'restore' | 'translate' | 'scale' | 'clip' | 'stroke' | 'fill' | 'fillStyle' | 'strokeStyle' | 'lineWidth' | 'lineJoin' | 'miterLimit' | 'globalAlpha'>

const ELEMENT = /<(\/?)(\w+)([^>]*)>/g
const ATTRIBUTE = /([\w-]+)="([^"]*)"/g
const MOVE = /(translate|scale)\(([^)]*)\)/g
/** A corner of a line that would reach farther is cut off, as SVG has it. */
const MITER_LIMIT = 4

/**
 * Draw a picture into a square.
 *
 * @param text the picture as SVG.
 * @param side how large the square is, in pixels.
 * @param close whether its subject alone is drawn, as `#close` shows it.
 * @throws {Error} if it has elements that are not understood.
 */
export function draw(text: string, side: number, close: boolean, context: Context): void {
  const outlines: Record<string, Attributes> = {}
  const clips: Record<string, Path2D> = {}
  let clip = ''
  let hidden = false
  context.save()
  for (const [, ends, element, rest] of text.matchAll(ELEMENT)) {
    const attributes: Attributes = Object.fromEntries([...rest!.matchAll(ATTRIBUTE)].map(([, name, value]) => [name, value]))
    const { id, d, href, viewBox } = attributes
    switch (element) {
      case 'svg':
        if (!ends && !close) see(context, viewBox!, side)
        break
      case 'view':
        if (close) see(context, viewBox!, side)
        break
      case 'defs':
        hidden = !ends
        break
      case 'clipPath':
        clip = ends ? '' : id!
        break
      case 'g':
        if (ends) context.restore()
        else begin(context, attributes)
        break
      case 'path':
        if (id) outlines[id] = attributes
        if (clip) clips[clip] = new Path2D(d)
        else if (!hidden) paint(context, attributes, clips)
        break
      case 'use': {
        const { transform: _, ...outline } = outlines[href!.slice(1)]!
        paint(context, { ...attributes, ...outline }, clips)
        break
      }
      default:
        throw new Error(`A picture has no <${element}>.`)
    }
  }
  context.restore()
}

/** Have a part of the picture fill the square. */
function see(context: Context, viewBox: string, side: number): void {
  const [x, y, width] = numbers(viewBox) as [number, number, number]
  context.scale(side / width, side / width)
  context.translate(-x, -y)
}

/** Move and scale what comes until it is restored. */
function begin(context: Context, { transform = '' }: Attributes): void {
  context.save()
  for (const [, move, by] of transform.matchAll(MOVE)) {
    const [x, y = x] = numbers(by!) as [number, number?]
    context[move as 'translate' | 'scale'](x, y!)
  }
}

/** Print an outline, and its edge below it. */
function paint(context: Context, attributes: Attributes, clips: Record<string, Path2D>): void {
  begin(context, attributes)
  const path = new Path2D(attributes.d)
  const within = attributes['clip-path']
  if (within) context.clip(clips[within.slice('url(#'.length, -1)]!)
  context.globalAlpha = Number(attributes.opacity ?? 1)
  if (attributes.stroke) {
    Object.assign(context, { strokeStyle: attributes.stroke, lineWidth: Number(attributes['stroke-width']), lineJoin: attributes['stroke-linejoin'] ?? 'miter', miterLimit: MITER_LIMIT })
    context.stroke(path)
  }
  context.fillStyle = attributes.fill!
  context.fill(path, attributes['fill-rule'] === 'evenodd' ? 'evenodd' : 'nonzero')
  context.restore()
}

function numbers(text: string): number[] {
  return text.split(/[\s,]+/).map(Number)
}
