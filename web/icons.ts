// Only the icons named in src/parts/icons.json end up in the built page, out of the four thousand of the set.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'

const SET = 'node_modules/@iconify-json/game-icons/icons.json'
const NAMED = 'src/parts/icons.json'
const MODULE = 'virtual:icons'

/** Give the module `virtual:icons`: the outline of each icon, by the name this page has for it. */
export function icons(): Plugin {
  return {
    name: 'icons',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    load(id) {
      if (id !== `\0${MODULE}`) return null
      this.addWatchFile(resolve(NAMED))
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(outlines()))})` // read faster than code
    },
  }
}

function outlines(): Record<string, string> {
  const set = JSON.parse(readFileSync(SET, 'utf8')) as { icons: Record<string, { body: string }> }
  const named = JSON.parse(readFileSync(NAMED, 'utf8')) as Record<string, string>
  return Object.fromEntries(Object.entries(named).map(([ours, theirs]) => [ours, outline(set.icons, theirs)]))
}

function outline(set: Record<string, { body: string }>, name: string): string {
  const found = set[name]?.body.match(/ d="([^"]+)"/)
  if (!found) throw new Error(`${NAMED}: the set has no icon '${name}'.`)
  return found[1]!
}
