// What a screen reader is told: what happened, in few words, and what is asked.
import type { Ask, Told } from '../lib/protocol'
import { turns } from './turns'

const MOST = 6

/** Return the sentences worth reading out: all of what concerns a seat, of others' turns the last line only. */
export function news(told: Told[], seat: number): string[] {
  const found: string[] = []
  for (const turn of turns(told)) {
    const own = turn.seat === seat || turn.seat < 0
    const lines = turn.lines.filter((line) => own || line.seat === seat || line.other === seat)
    const told = lines.length ? lines : turn.lines.slice(-1)
    found.push(...told.map((line) => line.text))
  }
  return found.slice(-MOST)
}

/** Return a question with its options by number, as it is read out; many options are only counted. */
export function spoken(ask: Ask, many: string): string {
  const options = ask.options.map((option, n) => `${n + 1}: ${option.text}`)
  return `${[ask.situation, ask.text].filter(Boolean).join(' ')} ${options.length > 4 ? many : options.join(' ')}`
}
