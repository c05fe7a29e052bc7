import { expect, test } from 'vitest'
import { faceOf, whoIs } from '../src/seat/face'
import type { Book } from '../src/lib/protocol'

const book = {
  cards: { elf: { name: 'Elf', picture: 'an elf' } },
  marks: { toad: { id: 'toad', name: 'Toad', text: '', picture: 'a frog' }, lost: { id: 'lost', name: 'Lost', text: '', picture: '' } },
} as unknown as Book

test('who is in another form has its face, and is called by both', () => {
  const seat = { character: 'elf', form: 'toad' }
  expect(faceOf(book, seat)).toBe('a frog')
  expect(whoIs(book, seat)).toBe('Elf (Toad)')
})

test('who is in no other form has the face of the character', () => {
  expect(faceOf(book, { character: 'elf', form: '' })).toBe('an elf')
  expect(whoIs(book, { character: 'elf', form: '' })).toBe('Elf')
})

test('who is nobody yet has no face', () => {
  expect(faceOf(book, { character: '', form: '' })).toBeUndefined()
  expect(whoIs(book, { character: '', form: '' })).toBe('')
})
