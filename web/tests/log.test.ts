import { expect, test } from 'vitest'
import type { Ask, Told } from '../src/lib/protocol'
import { news, spoken } from '../src/log/news'
import { befell, decided, lastTurns, since, turns } from '../src/log/turns'

const told = (number: number, kind: string, seat: number, text = '', more: Partial<Told> = {}): Told =>
  ({ number, turn: 1, kind, seat, text, other: -1, ...more }) as Told

const LOG = [
  told(0, 'Shuffled', -1, 'The deck is shuffled.'),
  told(1, 'TurnBegan', 0, 'Turn 1.'),
  told(2, 'Rolled', 0, 'Ann rolls 3.'),
  told(3, 'Answered', 0),
  told(4, 'Moved', 0, 'Ann moves to the Woods.'),
  told(5, 'TurnBegan', 1, 'Turn 2.'),
  told(6, 'Rolled', 1, 'Ben rolls 5.'),
  told(7, 'Changed', 0, 'Ann loses 1 life.'),
  told(8, 'Changed', 1, 'Ben gains 1 gold.'),
]

test('the log is grouped by turns, and lines without words are left out', () => {
  const found = turns(LOG)
  expect(found.map((turn) => turn.seat)).toEqual([-1, 0, 1])
  expect(found[1]!.lines.map((line) => line.number)).toEqual([2, 4])
})

test('the last turns are told with whether there are others before them', () => {
  expect([1, 2].map((count) => lastTurns(LOG, count))).toEqual([
    { last: turns(LOG).slice(2), earlier: true },
    { last: turns(LOG).slice(1), earlier: true },
  ])
  for (const count of [3, 12]) expect(lastTurns(LOG, count)).toEqual({ last: turns(LOG), earlier: false })
  expect(lastTurns([], 1)).toEqual({ last: [], earlier: false })
})

test('what happened since a decision belongs to the turn it fell into', () => {
  const found = since(LOG, 3)
  expect(found.map((turn) => [turn.seat, turn.lines.length])).toEqual([[0, 1], [1, 3]])
  expect(since(LOG, 8)).toEqual([])
})

test('what befell a seat in the turn of another stands out', () => {
  const turn = turns(LOG)[2]!
  expect(turn.lines.filter((line) => befell(line, turn, 0)).map((line) => line.number)).toEqual([7])
  expect(turn.lines.some((line) => befell(line, turn, 1))).toBe(false)
})

test('the last decision of a seat is found in the log', () => {
  expect(decided(LOG, 0)).toBe(3)
  expect(decided(LOG, 2)).toBe(-1)
})

test('a screen reader hears all of what concerns a seat, and of the turns of others the end', () => {
  expect(news(LOG.slice(5), 0)).toEqual(['Ann loses 1 life.'])
  expect(news(LOG.slice(5), 2)).toEqual(['Ben gains 1 gold.'])
  expect(news(LOG.slice(1), 0)).toEqual(['Ann rolls 3.', 'Ann moves to the Woods.', 'Ann loses 1 life.'])
})

test('a question is read out with a few options, and many are counted', () => {
  const option = { text: 'Fight.' }
  expect(spoken({ text: 'Well?', options: [option, option] } as Ask, 'Two.')).toBe('Well? 1: Fight. 2: Fight.')
  expect(spoken({ text: 'Well?', options: Array(5).fill(option) } as unknown as Ask, 'Five options.')).toBe('Well? Five options.')
})

test('the deal befalls nobody', () => {
  const deal = turns([told(0, 'CardMoved', 0, 'Ann is dealt the Elf.'), told(1, 'Changed', 0, 'Ann gains 4 lives.')])[0]!
  expect(deal.lines.some((line) => befell(line, deal, 0))).toBe(false)
})
