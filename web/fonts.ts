// Fonts in woff2 alone: every browser that can run this page reads it, and the older woff doubles what is installed.
import type { Plugin } from 'vite'

const OLDER = /,\s*url\([^)]*\.woff\)\s*format\(['"]woff['"]\)/g

/** Leave the older form of each font out of the styles that bring it. */
export function fonts(): Plugin {
  return {
    name: 'fonts',
    enforce: 'pre',
    transform: (code, id) => (id.includes('@fontsource') && id.endsWith('.css') ? code.replace(OLDER, '') : null),
  }
}
