import { describe, expect, it } from 'vitest'
import { placeAt, Words, type Schema } from '../../src/pages/workshop/schema'

const SCHEMA: Schema = {
  type: 'object',
  properties: { deck: { enum: ['adventure', 'spells'] }, cards: { type: 'array', items: { $ref: '#/definitions/Card' } } },
  definitions: {
    Card: { properties: { id: { type: 'string' }, kind: { description: 'What it is.', enum: ['place', 'object'] }, meet: { allOf: [{ $ref: '#/definitions/Effect' }] } } },
    Effect: { anyOf: [
      { enum: ['discard', 'again'], enumDescriptions: ['It goes.', 'Once more.'] },
      { $ref: '#/definitions/lose' }, { $ref: '#/definitions/heal' },
      { type: 'array', items: { $ref: '#/definitions/Effect' } },
    ] },
    lose: { type: 'object', properties: { lose: { type: 'object', description: 'Lose things.', propertyNames: { enum: ['life', 'gold'] }, additionalProperties: { enum: ['all'] } }, who: { enum: ['you', 'all'] } } },
    heal: { type: 'object', properties: { heal: { type: 'integer', description: 'Heal lives.' } } },
  },
}
const words = new Words(SCHEMA)
const labels = (text: string): string[] => words.at(placeAt(text)).map(({ label }) => label)

describe('what may stand at a place', () => {
  it('is a key of the mapping, but none that is there already', () => {
    expect(labels('')).toEqual(['deck', 'cards'])
    expect(labels('deck: adventure\n')).toEqual(['cards'])
    expect(labels('cards:\n  - id: x\n    ')).toEqual(['kind', 'meet'])
    expect(labels('cards:\n- ')).toEqual(['id', 'kind', 'meet'])
    expect(labels('cards:\n  - {id: x, ')).toEqual(['kind', 'meet'])
  })

  it('is one of the words of a value', () => {
    expect(labels('deck: ')).toEqual(['adventure', 'spells'])
    expect(labels('cards:\n  - id: x\n    kind: pl')).toEqual(['place', 'object'])
    expect(labels('cards:\n  - {id: x, kind: ')).toEqual(['place', 'object'])
  })

  it('is a word of the language, in a list and in braces too, with what goes with it', () => {
    expect(labels('cards:\n  - id: x\n    meet: ')).toEqual(['discard', 'again', 'lose', 'who', 'heal'])
    expect(labels('cards:\n  - id: x\n    meet: [discard, ')).toContain('again')
    expect(labels('cards:\n  - id: x\n    meet: {lose: {')).toEqual(['life', 'gold'])
    expect(labels('cards:\n  - id: x\n    meet: {lose: {life: 1}, ')).toEqual(['who'])
    expect(labels('cards:\n  - id: x\n    meet:\n      lose: {life: 1}\n      ')).toEqual(['who'])
    expect(labels('cards:\n  - id: x\n    meet:\n      - lose: {life: 1}\n        who: ')).toEqual(['you', 'all'])
  })

  it('is told of a key and of a word, and of no other', () => {
    expect(words.told({ ...placeAt('cards:\n  - id: x\n    '), word: 'kind' }, true)).toBe('What it is.')
    expect(words.told({ ...placeAt('cards:\n  - id: x\n    meet: '), word: 'discard' }, false)).toBe('It goes.')
    expect(words.told({ ...placeAt('cards:\n  - id: x\n    meet: '), word: 'again' }, false)).toBe('Once more.')
    for (const [word, told] of [['lose', 'Lose things.'], ['heal', 'Heal lives.'], ['who', ''], ['win', '']] as const)
      expect(words.told({ ...placeAt('cards:\n  - id: x\n    meet: {'), word }, true)).toBe(told)
  })
})
