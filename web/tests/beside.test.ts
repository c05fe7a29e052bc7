// What stands beside the board: what has become of one, what can be done about a question, what is told of others.
import { render } from 'svelte/server'
import { expect, test } from 'vitest'
import AskTools from '../src/ask/AskTools.svelte'
import { Asking } from '../src/ask/asking.svelte'
import OptionButton from '../src/ask/OptionButton.svelte'
import { beat } from '../src/board/beats'
import { t } from '../src/lib/i18n.svelte'
import type { Matter, Option, PresetFacts, SeatInfo, TableInfo, Told, Update } from '../src/lib/protocol'
import { NOTHING_TO_TAKE, TableState } from '../src/lib/table.svelte'
import FallenNote from '../src/log/FallenNote.svelte'
import Presence from '../src/seat/Presence.svelte'
import SeatRows from '../src/pages/setup/SeatRows.svelte'
import de from '../src/lang/de.json'
import { keep, seated, seen, told, updated } from './keep'

const { book } = keep()
const words = (html: string): string => html.replace(/<!--.*?-->|<[^>]*>/g, ' ').replace(/\s+/g, ' ')
const reading = new Map([[Symbol.for('reading'), { peeking: () => () => undefined }]])
const option = (facts: Partial<Option> = {}): Option => ({ key: 'k', text: 'The Healer.', detail: '', space: '', card: '', seat: -1, odds: null, chances: [], idle: false, vain: '', ...facts })

/** A table at which something is asked, or with what has been told. */
function table(facts: { matter?: Matter | null; active?: number; told?: Told[]; status?: string; taking?: Update['taking'] } = {}): TableState {
  const made = new TableState('sample')
  made.book = book
  made.info = { seats: [], undo: 'free' } as unknown as TableInfo
  const options = [option(), option({ key: 'l' })]
  const ask = { seat: 0, kind: 'window' as const, rule: 'r', text: 'Now?', card: '', options, missing: [], odds: null, matter: facts.matter ?? null, situation: '', chances: [], rolled: 0 }
  const view = { ...seen([seated({ status: facts.status ?? 'playing' }), seated({ number: 1, name: 'Ben' })]), active: facts.active ?? 1, ask }
  made.heard(updated(view, { told: facts.told ?? [], taking: facts.taking ?? NOTHING_TO_TAKE }))
  return made
}

const tools = (made: TableState): string => words(render(AskTools, { props: { table: made, asking: new Asking(made) } }).body)

test('one is hurried on past all that others do, also where something must be decided, and not in one’s own turn', () => {
  const matter = { id: 'm', text: 'when a die is rolled' }
  expect(tools(table({ matter }))).toContain('To my next turn')
  expect(tools(table({ matter: null }))).toContain('To my next turn')
  expect(tools(table({ matter, active: 0 }))).not.toContain('To my next turn')
})

test('what rewinds more than one decision is taken back only once that has been confirmed', () => {
  const taking = { answers: 14, free: false, reason: 'since then a die has come out', again: 2, all: 0, all_again: 2, again_free: true }
  const made = table({ taking })
  let undone = 0
  made.undo = () => void (undone += 1)
  const asking = new Asking(made)
  asking.takeBack()
  expect([undone, asking.doubts]).toEqual([0, true])
  const said = words(render(AskTools, { props: { table: made, asking } }).body)
  expect(said).toContain('14 answers: since then a die has come out')
  expect(said).toContain('Redo')
  asking.leave()
  expect(asking.doubts).toBe(false)
  asking.takeBack()
  asking.takeBack()
  expect(undone).toBe(1)
  const single = table({ taking: { ...taking, answers: 1 } })
  single.undo = () => void (undone += 1)
  new Asking(single).takeBack()
  expect(undone).toBe(2)
})

const DEATH = [
  told({ number: 3, turn: 1, kind: 'CharacterTaken', card: 'warden', text: 'Ann plays the Warden.' }),
  told({ number: 7, kind: 'TurnBegan', seat: 1, text: 'Turn 3: Ben.' }),
  told({ number: 8, kind: 'Changed', text: 'Ann loses 1 life.' }),
  told({ number: 9, kind: 'CharacterKilled', text: 'Ann is killed by Ben.', other: 1 }),
]

test('who has been killed is told so, how, and what follows, until they have decided again', () => {
  const note = (since: number, status = 'playing', log = DEATH): string => words(render(FallenNote, { props: { table: table({ told: log, status }), since } }).body)
  expect(note(5)).toMatch(/Your warden has been killed Ann loses 1 life\. Ann is killed by Ben\. .*You go on with a new character\./)
  expect(note(5, 'out')).toContain('You are out of the game.')
  expect(note(9)).not.toContain('killed')
  expect(note(5, 'playing', [told({ number: 9, kind: 'CharacterKilled', seat: 1, text: 'Ben is killed.' })])).not.toContain('killed')
})

test('a death is announced over the board, longer than anything else', () => {
  const found = beat(DEATH.at(-1)!, [seated()], 1)
  expect(found.scene).toEqual({ kind: 'death', seat: 0 })
  expect(found.ms).toBeGreaterThan(beat(told({ number: 1, dice: [3] }), [seated()], 1).ms)
})

test('an option that would come to nothing says so', () => {
  const said = (vain: string): string => words(render(OptionButton, { props: { option: option({ vain }), digit: 1, book, short: true, onchoose: () => undefined }, context: reading }).body)
  expect(said('It costs 1 gold, and you have 0.')).toContain('It costs 1 gold, and you have 0.')
  expect(said('')).not.toContain('costs')
})

test('numbers are told as people tell them', () => {
  expect(t('table.length', { turn: 1, round: 1 })).toBe('1 turn in 1 round.')
  expect(t('table.length', { turn: 7, round: 2 })).toBe('7 turns in 2 rounds.')
  const rows = (least: number, most: number): string =>
    words(render(SeatRows, { props: { seats: [], preset: { least_seats: least, most_seats: most } as PresetFacts, levels: [], onchange: () => undefined } }).body)
  expect(rows(2, 2)).toContain('2 can play, no more and no fewer.')
  expect(rows(2, 6)).toContain('2 to 6 can play.')
})

test('who has just left is not said to have been away for no time', () => {
  const made = table()
  made.info = { ...made.info!, state: 'playing', pace: { kind: 'live', limit: 0 } } as unknown as TableInfo
  const away = (seconds: number): string =>
    words(render(Presence, { props: { table: made, info: { number: 1, name: 'Wren', who: 'person', level: '', here: false, mine: false, away: seconds } as SeatInfo } }).body)
  expect(away(0)).toContain('Wren has just left.')
  expect(away(90)).toContain('Wren has been away for 1 minute.')
})

test('Craft has one German name', () => {
  const all = Object.values(de).join(' ')
  expect(all).toContain('Talent')
  expect(all).not.toContain('Geschick')
})
