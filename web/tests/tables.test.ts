// The text of a space with its tables apart.
import { expect, test } from 'vitest'
import { withTables } from '../src/log/tables'

const CHANCES = [{ likelihood: 0.5, text: 'Lose 1 life.', rolls: [1, 2, 3] }, { likelihood: 0.5, text: 'Gain 1 gold.', rolls: [4, 5, 6] }]
const table = { said: '1-3: lose 1 life; 4-6: gain 1 gold', chances: CHANCES }

test('prose goes on before and after a table, which no bracket or full stop is left of', () => {
  expect(withTables({ text: `Roll a die. ${table.said}. You may go on.`, tables: [table] })).toEqual(['Roll a die.', CHANCES, 'You may go on.'])
  expect(withTables({ text: `Choose one: pray; roll a die (${table.said}).`, tables: [table] })).toEqual(['Choose one: pray; roll a die', CHANCES])
})

test('a text without the table it should have stays as it is', () => {
  expect(withTables({ text: 'Draw 1 card.', tables: [table] })).toEqual(['Draw 1 card.'])
  expect(withTables({ text: '', tables: [] })).toEqual([])
})
