import { expect, test } from 'vitest'
import type { Milestone } from '../../src/lib/protocol'
import { titleOf } from '../../src/lib/titles'
import { beside, rows, shelf, usual } from '../../src/pages/replay/marks'

const mark = (answers: number, kind: Milestone['kind'], great = false): Milestone => ({ event: answers, turn: 1, kind, seat: 0, text: '', great, round: 0, answers })

test('marks that would lie on each other stand in rows, as long as there is one free', () => {
  expect(rows([0, 10, 20, 24, 60], 24, 3)).toEqual([0, 1, 2, 0, 0])
  expect(rows([0, 1, 2, 3], 24, 3)).toEqual([0, 1, 2, 0])
})

test('a fight on which much turned is a turning point, and other fights are left out where there is no room for all', () => {
  const marks = [mark(1, 'won'), mark(2, 'lost', true), mark(3, 'lost')]
  expect(marks.map(shelf)).toEqual(['fight', 'turning', 'fight'])
  expect(usual(marks, 2)).toContain('fight')
  expect(usual(marks, 1)).not.toContain('fight')
})

test('the mark before and the next one are at other moments', () => {
  const marks = [mark(3, 'death'), mark(5, 'goal'), mark(5, 'turning'), mark(9, 'goal')]
  expect([beside(marks, 5, 1), beside(marks, 5, -1), beside(marks, 3, -1), beside(marks, 9, 1)]).toEqual([9, 3, null, null])
})

test('a table without a name is called by who plays there', () => {
  const seats = [{ who: 'person', name: 'Ann' }, { who: 'person', name: 'Ben' }, { who: 'computer', name: 'Alda' }, { who: 'open', name: '' }]
  expect(titleOf({ name: '', seats })).toBe('Ann, Ben, an open seat, and a computer player')
  expect(titleOf({ name: 'Ours', seats })).toBe('Ours')
})
