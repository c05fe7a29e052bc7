// The faces of the page as the browser is to have them.
import type { Plugin } from 'vite'

/** The older form of each font: every browser that can run this page reads woff2, and woff doubles what is installed. */
const OLDER = /,\s*url\([^)]*\.woff\)\s*format\(['"]woff['"]\)/g
const FACE = /@font-face\s*\{[^}]*\}/g
/** A file of the letters that nearly all texts here consist of. */
const LATIN = /-latin-(\d|wght)/

/**
 * Leave the older form of each font out of the styles that bring it, and put the letters of other languages into families of their own.
 *
 * A family of which a part has not been fetched has the browser look for one of the system's at each size, in case that part is needed.
 */
export function fonts(): Plugin {
  const apart = (face: string): string => (LATIN.test(face) ? face : face.replace(/(font-family: '[^']+)'/, "$1 Further'"))
  return {
    name: 'fonts',
    enforce: 'pre',
    transform: (code, id) => (id.includes('@fontsource') && id.endsWith('.css') ? code.replace(OLDER, '').replace(FACE, apart) : null),
  }
}
