// The keys of the table, in one place: what the help sheet lists is what works.
import type { Word } from './i18n.svelte'

export type Deed =
  | 'choose'
  | 'more'
  | 'skip'
  | 'undo'
  | 'redo'
  | 'hint'
  | 'why'
  | 'rule'
  | 'never'
  | 'forward'
  | 'full'
  | 'question'
  | 'board'
  | 'sheet'
  | 'others'
  | 'log'
  | 'chat'
  | 'stack'
  | 'agree'
  | 'decline'
  | 'settings'
  | 'help'

export interface Key {
  deed: Deed
  /** What is pressed: values of `KeyboardEvent.key`. */
  keys: string[]
  /** How it is written in the help sheet. */
  shown: string
  word: Word
}

export const KEYS: Key[] = [
  { deed: 'choose', keys: [...'123456789'], shown: '1 – 9', word: 'key.choose' },
  { deed: 'more', keys: ['0'], shown: '0', word: 'key.more' },
  { deed: 'skip', keys: [' '], shown: '␣', word: 'key.skip' },
  { deed: 'undo', keys: ['u'], shown: 'U', word: 'key.undo' },
  { deed: 'redo', keys: ['y'], shown: 'Y', word: 'key.redo' },
  { deed: 'hint', keys: ['h'], shown: 'H', word: 'key.hint' },
  { deed: 'why', keys: ['w'], shown: 'W', word: 'key.why' },
  { deed: 'rule', keys: ['r'], shown: 'R', word: 'key.rule' },
  { deed: 'never', keys: ['n'], shown: 'N', word: 'key.never' },
  { deed: 'forward', keys: ['f'], shown: 'F', word: 'key.forward' },
  { deed: 'full', keys: ['x'], shown: 'X', word: 'key.full' },
  { deed: 'question', keys: ['q'], shown: 'Q', word: 'key.question' },
  { deed: 'board', keys: ['b'], shown: 'B', word: 'key.board' },
  { deed: 'sheet', keys: ['s'], shown: 'S', word: 'key.sheet' },
  { deed: 'others', keys: ['o'], shown: 'O', word: 'key.others' },
  { deed: 'log', keys: ['l'], shown: 'L', word: 'key.log' },
  { deed: 'chat', keys: ['c'], shown: 'C', word: 'key.chat' },
  { deed: 'stack', keys: ['t'], shown: 'T', word: 'key.stack' },
  { deed: 'agree', keys: ['a'], shown: 'A', word: 'key.agree' },
  { deed: 'decline', keys: ['d'], shown: 'D', word: 'key.decline' },
  { deed: 'settings', keys: ['m'], shown: 'M', word: 'key.settings' },
  { deed: 'help', keys: ['?'], shown: '?', word: 'key.help' },
]

/** What matters of a key press. */
export interface Press {
  key: string
  ctrlKey?: boolean
  metaKey?: boolean
  altKey?: boolean
  repeat?: boolean
}

/** Return what a key press asks for, or null: with Ctrl or Alt it is the browser's, held down it counts once. */
export function deedOf(press: Press): Deed | null {
  if (press.ctrlKey || press.metaKey || press.altKey || press.repeat) return null
  const pressed = press.key.length === 1 ? press.key.toLowerCase() : press.key
  return KEYS.find((key) => key.keys.includes(pressed))?.deed ?? null
}

/** Whether the focus is where letters are written, or where the space bar presses what is focused. */
export function taken(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select')) return true
  return key === ' ' && target.matches('button, summary, a, input, [role=tab], [role=button]')
}
