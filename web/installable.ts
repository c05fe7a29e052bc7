// What makes the built page one that can be installed: a manifest in each language, icons, and the service worker.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import sharp from 'sharp'
import ts from 'typescript'
import type { Plugin } from 'vite'

const EMBLEM = 'public/icon.svg'
const WORKER = 'worker/service-worker.ts'
const LANGUAGES = ['en', 'de']
const PAPER = '#f3ead6'
const WATER = '#1c242b'
/** Of a maskable icon only a circle in its middle is sure to be seen. */
const SURE = 0.74
/** What is kept from the first visit on: code, styles and the letters of the languages the page speaks. */
const SHELL = /\.(js|css)$|-latin-(?!ext).*\.woff2$/
/** What only those come for who write packs, with an editor that weighs as much as all else. */
const WRITING = /\/Bench-/

interface Icon {
  file: string
  size: number
  purpose: 'any' | 'maskable'
}
const ICONS: Icon[] = [
  { file: 'icon-192.png', size: 192, purpose: 'any' },
  { file: 'icon-512.png', size: 512, purpose: 'any' },
  { file: 'icon-maskable-512.png', size: 512, purpose: 'maskable' },
  { file: 'icon-touch-180.png', size: 180, purpose: 'maskable' },
]

/** Give the built page its manifests, icons and service worker. */
export function installable(): Plugin {
  return {
    name: 'installable',
    apply: 'build',
    async generateBundle(_, bundle) {
      const emit = (fileName: string, source: string | Uint8Array): string => this.emitFile({ type: 'asset', fileName, source })
      for (const code of LANGUAGES) emit(`manifest.${code}.webmanifest`, JSON.stringify(manifest(code)))
      for (const icon of ICONS) emit(icon.file, await drawn(icon))
      const shell = Object.keys(bundle).filter((name) => SHELL.test(name) && !WRITING.test(name)).sort()
      emit('service-worker.js', workerSource(shell.map((name) => `/${name}`), version(bundle)))
    },
  }
}

function manifest(code: string): object {
  const words = JSON.parse(readFileSync(resolve(`src/lang/${code}.json`), 'utf8')) as Record<string, string>
  const way = (url: string, word: string): object => ({ name: words[word], url })
  return {
    id: '/', name: words['app.name'], short_name: words['app.name'], description: words['about.what'], lang: code, dir: 'ltr',
    start_url: '/', scope: '/', display: 'standalone', background_color: PAPER, theme_color: WATER, categories: ['games'],
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      ...ICONS.map(({ file, size, purpose }) => ({ src: `/${file}`, sizes: `${size}x${size}`, type: 'image/png', purpose })),
    ],
    shortcuts: [way('/new', 'page.new'), way('/cards', 'page.cards'), way('/rules', 'page.rules')],
  }
}

/** Draw an icon from the emblem; one that may be cut to any shape has a ground all around. */
async function drawn({ size, purpose }: Icon): Promise<Uint8Array> {
  const emblem = readFileSync(resolve(EMBLEM), 'utf8')
  const inner = emblem.slice(emblem.indexOf('>') + 1, emblem.lastIndexOf('<'))
  const at = 32 * (1 - SURE)
  const whole = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><path d="M0 0h64v64H0z" fill="${WATER}"/><g transform="translate(${at} ${at}) scale(${SURE})">${inner}</g></svg>`
  const svg = Buffer.from(purpose === 'maskable' ? whole : emblem)
  return sharp(svg, { density: (72 * size) / 64 }).resize(size, size).png({ compressionLevel: 9, palette: true }).toBuffer()
}

/** Names of code and styles have hashes, so that the names are the version; the page itself names the first of them. */
function version(bundle: object): string {
  return createHash('sha256').update(Object.keys(bundle).sort().join()).digest('hex').slice(0, 12)
}

function workerSource(shell: string[], version: string): string {
  const { outputText } = ts.transpileModule(readFileSync(resolve(WORKER), 'utf8'), {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, removeComments: true },
  })
  return `const VERSION = ${JSON.stringify(version)}\nconst SHELL = ${JSON.stringify(['/', ...shell])}\n${outputText}`
}
