// A pack on the bench: its files as they are typed, what the server makes of them, and what has been chosen.
import { get, post } from '../../lib/api'
import type { DraftFiles, Looked, PackCard } from '../../lib/protocol'
import { Words, type Schema } from './schema'

/** How long nothing must be typed before the server looks at it, in milliseconds. */
const PAUSE = 350

export class Bench {
  files = $state.raw<Record<string, string>>({})
  name = $state('')
  pack = $state('')
  /** What the server has made of the pack last. */
  looked = $state.raw<Looked | null>(null)
  /** The cards as they were when the pack could be read last. */
  cards = $state.raw<PackCard[]>([])
  file = $state('')
  line = $state(1)
  /** Whether the server has not looked yet at what was typed last. */
  waiting = $state(true)
  problem = $state.raw<unknown>(null)
  private version = ''
  private changed = new Set<string>()
  private timer = 0
  private queue: Promise<void> = Promise.resolve()
  private words: Record<string, Words> = {}

  constructor(readonly id: string) {}

  get path(): string {
    return `workshop/${encodeURIComponent(this.id)}`
  }
  /** The card at which the cursor stands. */
  get card(): PackCard | undefined {
    return this.cards.filter((card) => card.file === this.file && card.line <= this.line).at(-1) ?? this.cards.find((card) => card.file === this.file)
  }

  async open(): Promise<void> {
    const found = await get<DraftFiles>(this.path)
    this.files = found.files
    this.version = found.version
    this.name = found.draft.name
    this.pack = found.draft.pack
    this.file = Object.keys(found.files).find((file) => file.endsWith('.yaml') && file !== 'pack.yaml' && !file.includes('/')) ?? Object.keys(found.files)[0] ?? ''
    await this.look()
    const schemas = await get<Record<string, Schema>>(`workshop/schemas/${encodeURIComponent(this.looked?.preset || 'revised4')}`)
    this.words = Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, new Words(schema)]))
  }

  /** The words that may stand in a file. */
  wordsOf(file: string): Words | null {
    if (file.includes('/')) return null
    return this.words[file === 'pack.yaml' ? 'pack' : file === 'rules.yaml' ? 'rules' : 'cards'] ?? null
  }

  type(file: string, text: string): void {
    if (this.files[file] === text) return
    this.files = { ...this.files, [file]: text }
    this.changed.add(file)
    this.waiting = true
    clearTimeout(this.timer)
    this.timer = window.setTimeout(() => void this.look(), PAUSE)
  }

  add(file: string, text = ''): void {
    this.file = file
    this.line = 1
    this.type(file, text)
  }

  drop(file: string): void {
    const { [file]: _, ...rest } = this.files
    this.files = rest
    this.changed.add(file)
    this.file = Object.keys(rest)[0] ?? ''
    void this.look()
  }

  /** Send what was typed, and show what the server makes of it; its tests, too, if they are wanted. */
  look(tests = false): Promise<void> {
    clearTimeout(this.timer)
    this.waiting = true
    this.queue = this.queue.then(() => this.send(tests))
    return this.queue
  }

  private async send(tests: boolean): Promise<void> {
    const sent = [...this.changed]
    this.changed.clear()
    const files = Object.fromEntries(sent.map((file) => [file, this.files[file] ?? null]))
    try {
      const found = await post<Looked>(this.path, { files, version: sent.length ? this.version : '', tests })
      this.version = found.version
      this.looked = found
      if (!found.faults.length) this.cards = found.cards
      if (found.name) this.name = found.name
      this.problem = null
    } catch (found) {
      for (const file of sent) this.changed.add(file)
      this.problem = found
    }
    this.waiting = this.changed.size > 0
  }
}
