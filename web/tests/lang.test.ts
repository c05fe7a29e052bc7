import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import de from '../src/lang/de.json'
import en from '../src/lang/en.json'

const SRC = new URL('../src', import.meta.url).pathname
const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(svelte|ts)$/.test(name))
  .map((name) => readFileSync(join(SRC, name), 'utf8'))
  .join('\n')

/** Parts of keys that are put together, such as `table.speed_${n}`: everything before the first brace. */
const composed = [...sources.matchAll(/`([a-z]+\.[\w.]*)\$\{/g)].map((match) => match[1]!)
const facts = (text: string): string[] => [...new Set([...text.matchAll(/\{(\w+)/g)].map((match) => match[1]!))].sort()

describe('the languages', () => {
  it('have the same words', () => {
    expect(Object.keys(de)).toEqual(Object.keys(en))
  })

  it('stand in order', () => {
    expect(Object.keys(en)).toEqual(Object.keys(en).sort())
  })

  it('ask for the same facts in each word', () => {
    const differing = Object.entries(en).filter(([key, text]) => facts(text).join() !== facts(de[key as keyof typeof de]).join())
    expect(differing.map(([key]) => key)).toEqual([])
  })

  it('have no empty word', () => {
    expect([...Object.entries(en), ...Object.entries(de)].filter(([, text]) => !text.trim())).toEqual([])
  })

  it('have no word that the page does not use', () => {
    const unused = Object.keys(en).filter(
      (key) => !sources.includes(`'${key}'`) && !sources.includes(`"${key}"`) && !composed.some((start) => key.startsWith(start)),
    )
    expect(unused).toEqual([])
  })
})
