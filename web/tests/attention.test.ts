// What a seat wants to be asked, and two questions that are put as one.
import { expect, test } from 'vitest'
import { following, merged, STOPS } from '../src/lib/attention'
import { TableState } from '../src/lib/table.svelte'
import type { Ask, Option, Update } from '../src/lib/protocol'
import { updated } from './keep'

const option = (key: string, idle = false): Option => ({ key, text: key, detail: '', space: '', card: '', seat: -1, odds: null, chances: [], idle, vain: '' })
const ask = (kind: Ask['kind'], options: Option[]): Ask => ({ seat: 0, kind, rule: '', text: kind, card: '', options, missing: [], odds: null, matter: null, situation: '', chances: [], rolled: 0 })
const rolled = ask('rolled', [option('pass', true), option('fate')])
const move = ask('move', [option('to:fields'), option('to:woods')])
const view = { rulebook: 'generic', seat: 0, active: 0, turn: 1, round: 1, ask: rolled } as unknown as Update['view']

test('a switch goes through its settings and comes back', () => {
  expect(STOPS.map(following)).toEqual(['concerns', 'always', 'never'])
})

test('a roll for a move and where it leads are one question: the spaces, and to roll again', () => {
  const both = merged(updated(view, { further: move, leading: 'pass' })).ask
  expect(both?.kind).toBe('move')
  expect(both?.options.map((one) => one.key)).toEqual(['to:fields', 'to:woods', 'fate'])
  expect(merged(updated(view)).ask).toBe(rolled)
})

test('an option of the further question is sent with the key that leads there', () => {
  const sent: object[] = []
  const table = new TableState('t')
  Object.assign(table, { connection: { send: (message: object) => sent.push(message) } })
  table.heard(updated(view, { further: move, leading: 'pass' }))
  table.answer('to:woods')
  table.heard(updated(view, { version: 2, further: move, leading: 'pass' }))
  table.answer('fate')
  expect(sent).toEqual([
    { type: 'answer', version: 1, key: 'pass', then: 'to:woods' },
    { type: 'answer', version: 2, key: 'fate' },
  ])
})

test('an answer is sent at once and shown in a task after it; another comes too late meanwhile, and a refusal opens the question again', async () => {
  const sent: object[] = []
  const table = new TableState('t')
  Object.assign(table, { connection: { send: (message: object) => sent.push(message) } })
  table.heard(updated(view, { further: move, leading: 'pass' }))
  const shown = (): Promise<void> => new Promise((done) => setTimeout(done))
  for (const key of ['to:woods', 'to:fields']) table.answer(key)
  expect([sent.length, table.asked, table.answering]).toEqual([1, false, false])
  await shown()
  expect([table.asked, table.answering]).toEqual([false, true])
  table.heard({ type: 'refused', error: 'No.', id: 1 })
  expect([table.asked, table.problem]).toEqual([true, 'No.'])
  table.answer('to:fields')
  table.heard({ type: 'refused', error: 'No.', id: 1 })
  await shown()
  expect([table.asked, table.answering, table.problem]).toEqual([true, false, 'No.'])
})
