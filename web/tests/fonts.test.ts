import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fonts } from '../fonts'

const transform = fonts().transform as unknown as (code: string, id: string) => string | null
const styles = (name: string): string => {
  const id = `node_modules/${name}`
  return transform(readFileSync(new URL(`../${id}`, import.meta.url), 'utf8'), id)!
}
const faces = (name: string): string[] => [...styles(name).matchAll(/font-family: '([^']+)'/g)].map(([, family]) => family!)

test('a family has the letters of nearly all texts alone, so that all of it can be there; the others come after it', () => {
  expect(faces('@fontsource/alegreya/400.css').filter((family) => family === 'Alegreya')).toHaveLength(1)
  expect(styles('@fontsource/alegreya/400.css')).toMatch(/font-family: 'Alegreya';[^}]*alegreya-latin-400-normal/)
  expect(new Set(faces('@fontsource/alegreya/400.css'))).toEqual(new Set(['Alegreya', 'Alegreya Further']))
  expect(faces('@fontsource-variable/cinzel/index.css')).toEqual(['Cinzel Variable Further', 'Cinzel Variable'])
})

test('the letters of other languages are looked for behind those of nearly all texts', () => {
  const theme = readFileSync(new URL('../src/theme.css', import.meta.url), 'utf8')
  for (const family of ['Cinzel Variable', 'Alegreya', 'Alegreya Sans']) expect(theme).toContain(`: '${family}', '${family} Further', `)
})

test('fonts come in one form', () => {
  expect(styles('@fontsource/alegreya-sans/700.css')).toContain('.woff2')
  expect(styles('@fontsource/alegreya-sans/700.css')).not.toContain(".woff'")
  expect(styles('@fontsource/alegreya-sans/700.css')).not.toContain('.woff)')
})

test('styles of the page are left as they are', () => {
  expect(transform('@font-face { }', 'src/theme.css')).toBeNull()
})
