// What may stand at a place of a YAML file, by JSON Schema: for completion, and for what is told of a word.
export interface Schema {
  $ref?: string
  allOf?: Schema[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  propertyNames?: Schema
  items?: Schema
  enum?: (string | number | boolean)[]
  enumDescriptions?: string[]
  const?: unknown
  type?: string | string[]
  description?: string
  definitions?: Record<string, Schema>
}

/** One level of nesting: a mapping with its keys so far, the one that is open, or a list. */
interface Level {
  indent: number
  flow: boolean
  list: boolean
  keys: string[]
  open: string | null
}

/** A place in a file: the levels that lead there, what has been typed of a word, and whether that may be a key. */
export interface Place {
  levels: Level[]
  word: string
  key: boolean
  value: boolean
}

export interface Proposal {
  label: string
  info: string
  /** What is written: a key with its colon, or a word. */
  text: string
}

const KEY = /^("[^"]*"|[\w.-]+)\s*:(?=\s|$)/
const level = (indent: number, list: boolean, flow = false): Level => ({ indent, list, flow, keys: [], open: null })

/** Return the place at the end of a text: all that stands before the cursor. */
export function placeAt(text: string): Place {
  const levels: Level[] = []
  const lines = text.split('\n')
  let rest = ''
  let key = true
  for (const [n, line] of lines.entries()) {
    const last = n === lines.length - 1
    if (levels.at(-1)?.flow) {
      ;[rest, key] = flow(line, levels)
      continue
    }
    if (!last && /^\s*(#|$)/.test(line)) continue
    let indent = line.length - line.trimStart().length
    rest = line.trimStart()
    while (levels.length && (levels.at(-1)!.indent > indent || (levels.at(-1)!.indent === indent && levels.at(-1)!.list && !/^-(\s|$)/.test(rest)))) levels.pop()
    while (/^-(\s|$)/.test(rest)) {
      while (levels.length && levels.at(-1)!.indent > indent) levels.pop()
      const top = levels.at(-1)
      if (!(top?.list && top.indent === indent)) levels.push(level(indent, true))
      const after = rest.slice(1).trimStart()
      indent += rest.length - after.length
      rest = after
    }
    const found = KEY.exec(rest)
    key = !found
    if (!found) {
      if (/^[[{]/.test(rest)) [rest, key] = flow(rest, levels)
      continue
    }
    const name = found[1]!.replace(/"/g, '')
    const top = levels.at(-1)
    if (top && !top.list && top.indent === indent) Object.assign(top, { open: name, keys: [...top.keys, name] })
    else levels.push({ ...level(indent, false), open: name, keys: [name] })
    rest = rest.slice(found[0].length).trimStart()
    if (/^[[{]/.test(rest)) [rest, key] = flow(rest, levels)
  }
  const top = levels.at(-1)
  if (top?.flow) return { levels, word: rest, key: !top.list && top.open === null, value: top.list || top.open !== null }
  if (!key) return { levels, word: rest, key: false, value: true }
  if (top && !top.list && /^\s*\S*$/.test(lines.at(-1)!) && lines.at(-1)!.length - lines.at(-1)!.trimStart().length === top.indent) top.open = null
  const bare = !!top && (top.list || top.open !== null)
  return { levels, word: rest, key: true, value: bare }
}

/** Read a line within braces and brackets, and return what is left of it as a word that has not ended. */
function flow(line: string, levels: Level[]): [string, boolean] {
  let word = ''
  for (let at = 0; at < line.length; at++) {
    const sign = line[at]!
    const top = levels.at(-1)
    if (sign === '"' || sign === "'") {
      const end = line.indexOf(sign, at + 1)
      word += end < 0 ? line.slice(at) : line.slice(at, end + 1)
      at = end < 0 ? line.length : end
    } else if (sign === '{' || sign === '[') {
      levels.push(level(-1, sign === '[', true))
      word = ''
    } else if (sign === '}' || sign === ']') {
      levels.pop()
      word = ''
      if (!levels.at(-1)?.flow) return ['', true]
    } else if (sign === ',') {
      if (top) top.open = null
      word = ''
    } else if (sign === ':' && top?.flow && !top.list && top.open === null && /\s|$/.test(line[at + 1] ?? ' ')) {
      top.open = word.trim().replace(/["']/g, '')
      top.keys.push(top.open)
      word = ''
    } else if (sign === '#' && /\s/.test(line[at - 1] ?? ' ')) break
    else word += sign
  }
  return [word.trimStart(), false]
}

/** All that may stand at places, by the schema of the file. */
export class Words {
  constructor(private root: Schema) {}

  /** Return what may be written at a place. */
  at(place: Place): Proposal[] {
    const found = new Map<string, Proposal>()
    const add = (label: string, info: string, text: string) => found.has(label) || found.set(label, { label, info, text })
    const here = this.schemas(place.levels)
    if (place.value) for (const schema of here) for (const [word, info] of words(schema)) add(word, info, word)
    const top = place.levels.at(-1)
    const inside = place.key && (!place.value || !!top?.list)
    if (place.key) {
      const taken = new Set(inside && top && !top.list ? top.keys : [])
      for (const schema of here) for (const [name, info] of this.keys(schema)) if (!taken.has(name)) add(name, info, `${name}: `)
    } else if (place.value) for (const schema of here) for (const [name, info] of this.keys(schema)) add(name, info, `{${name}: }`)
    return [...found.values()]
  }

  /** Return what is told of a word that ends at a place. */
  told(place: Place, isKey: boolean): string {
    const here = this.schemas(isKey ? closed(place.levels, place.word) : place.levels)
    for (const schema of here) for (const [name, info] of isKey ? this.keys(schema) : words(schema)) if (name === place.word && info) return info
    return ''
  }

  /** Return the schemas, none of them made of others, that hold at the end of some levels. */
  private schemas(levels: Level[]): Schema[] {
    let here = this.parts([this.root])
    for (const one of levels) {
      if (one.list) here = this.parts(here.flatMap((schema) => schema.items ?? []))
      else {
        const fitting = here.filter(({ properties }) => properties && one.keys.every((name) => Object.hasOwn(properties, name)))
        const chosen = fitting.length ? fitting : here
        if (one.open === null) here = chosen
        else here = this.parts(chosen.flatMap(({ properties, additionalProperties }) => properties?.[one.open!] ?? (typeof additionalProperties === 'object' ? additionalProperties : [])))
      }
    }
    return here
  }

  private parts(schemas: Schema[], seen = new Set<Schema>()): Schema[] {
    return schemas.flatMap((schema) => {
      if (seen.has(schema)) return []
      seen.add(schema)
      const named = schema.$ref ? [this.root.definitions?.[schema.$ref.split('/').at(-1)!] ?? {}] : []
      const more = [...named, ...(schema.allOf ?? []), ...(schema.anyOf ?? [])]
      return more.length ? [...(schema.properties ? [schema] : []), ...this.parts(more, seen)] : [schema]
    })
  }

  private keys(schema: Schema): [string, string][] {
    const own: [string, string][] = Object.entries(schema.properties ?? {}).map(([name, value]) => [name, value.description ?? ''])
    const named = schema.propertyNames ? this.parts([schema.propertyNames]).flatMap(words) : []
    return [...own, ...named]
  }
}

const closed = (levels: Level[], word: string): Level[] => {
  const top = levels.at(-1)
  return top && !top.list && top.open === word ? [...levels.slice(0, -1), { ...top, open: null, keys: top.keys.filter((name) => name !== word) }] : levels
}

function words(schema: Schema): [string, string][] {
  if (schema.type === 'boolean') return [['true', ''], ['false', '']]
  const told = schema.enumDescriptions ?? []
  return (schema.enum ?? []).map((word, n) => [String(word), told[n] ?? schema.description ?? ''])
}
