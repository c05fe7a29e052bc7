import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { draw, type Context } from '../worker/drawing'

let done: string[]
/** Takes notes of what is drawn, with the colour it is drawn in. */
const noting = (): Context => {
  const note = (what: string): void => void done.push(what)
  return {
    fillStyle: '', strokeStyle: '', lineWidth: 1, lineJoin: 'miter', miterLimit: 10, globalAlpha: 1,
    save: () => note('save'), restore: () => note('restore'),
    translate: (x: number, y: number) => note(`move ${x} ${y}`), scale: (x: number) => note(`scale ${x}`),
    clip: (path: { d: string }) => note(`within ${path.d}`),
    stroke(this: Context, path: { d: string }) { note(`edge ${path.d} ${this.strokeStyle} ${this.lineWidth}`) },
    fill(this: Context, path: { d: string }, rule: string) { note(`fill ${path.d} ${this.fillStyle}${rule === 'evenodd' ? ' evenodd' : ''}${this.globalAlpha < 1 ? ` ${this.globalAlpha}` : ''}`) },
  } as unknown as Context
}

beforeEach(() => {
  done = []
  vi.stubGlobal('Path2D', class { constructor(public d: string) {} })
})
afterEach(() => vi.unstubAllGlobals())

const picture = (inside: string): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><view id="close" viewBox="100 50 256 256"/>${inside}</svg>`
const drawn = (inside: string, close = false): string[] => {
  draw(picture(inside), 128, close, noting())
  return done.filter((one) => one !== 'save' && one !== 'restore')
}

test('a picture fills its square, or its subject alone does', () => {
  expect(drawn('')).toEqual(['scale 0.25', 'move 0 0'])
  done = []
  expect(drawn('', true)).toEqual(['scale 0.5', 'move -100 -50'])
})

test('a figure is drawn at its place with its edge below it, and what is within its outline is clipped by it', () => {
  const figure = '<g transform="translate(9 -8)scale(0.5)"><clipPath id="c0"><path id="f0" d="M1"/></clipPath>' +
    '<use href="#f0" stroke="#eee" stroke-width="44" stroke-linejoin="round" fill="#eee"/><use href="#f0" fill="#111"/>' +
    '<path clip-path="url(#c0)" fill="#333" d="M2"/></g>'
  expect(drawn(figure).slice(2)).toEqual(['move 9 -8', 'scale 0.5', 'edge M1 #eee 44', 'fill M1 #eee', 'fill M1 #111', 'within M1', 'fill M2 #333'])
  expect(done.filter((one) => one === 'save')).toHaveLength(done.filter((one) => one === 'restore').length)
})

test('what is only named is drawn where it is used, in its own colours', () => {
  const land = '<defs><path id="s" d="M1" stroke="#eee" stroke-width="22" paint-order="stroke" fill="#333"/></defs>' +
    '<path fill="#777" opacity=".45" d="M2"/><path fill="#555" fill-rule="evenodd" d="M3"/><use href="#s" transform="translate(5 6)scale(0.25)"/>'
  expect(drawn(land).slice(2)).toEqual(['fill M2 #777 0.45', 'fill M3 #555 evenodd', 'move 5 6', 'scale 0.25', 'edge M1 #eee 22', 'fill M1 #333'])
})

test('what no picture consists of is refused', () => {
  expect(() => drawn('<text>x</text>')).toThrow('no <text>')
})
