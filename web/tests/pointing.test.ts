import { describe, expect, test } from 'vitest'
import { label, pointed, seatsOn } from '../src/board/pointing'
import { pictureAt } from '../src/parts/pictures'
import type { Book, Held, Option, View } from '../src/lib/protocol'
import sample from '../fixtures/book.json'

const held = (card: string): Held => ({ card, number: -1, marks: [], usable: false, note: '' })
const option = (facts: Partial<Option>): Option => ({ key: 'k', text: 'Do it.', detail: '', space: '', card: '', seat: -1, odds: null, chances: [], idle: false, vain: '', ...facts })

const VIEW = {
  seat: 0,
  seats: [{ number: 0, name: 'Ann', space: 'mill' }, { number: 1, name: 'Ben', space: 'ford' }],
  spaces: {
    ford: { cards: [held('wolf'), held('wolf')], gold: 2, marks: [{ kind: 'snow', amount: 1, lasts: '' }] },
    mill: { cards: [held('wolf')], gold: 0, marks: [] },
    pond: { cards: [held('axe')], gold: 0, marks: [] },
  },
} as unknown as View

const BOOK = {
  maps: [{ id: 'm', name: 'M', rows: 1, columns: 2, regions: [{ id: 'r', name: 'Shire', level: 0 }] }],
  spaces: { ford: { id: 'ford', name: 'Ford', map: 'm', region: 'r' } },
  cards: { wolf: { name: 'Wolf' } },
  marks: { snow: { name: 'Snowed in' } },
} as unknown as Book

describe('an option points', () => {
  const at = (facts: Partial<Option>): string[] => Object.keys(pointed(VIEW, [option(facts)]))
  test('at its space', () => expect(at({ space: 'pond', seat: 1 })).toEqual(['pond']))
  test('at the space of another seat', () => expect(at({ seat: 1 })).toEqual(['ford']))
  test('at no space for one’s own seat', () => expect(at({ seat: 0 })).toEqual([]))
  test('at its card where one stands, before any other copy', () => expect(at({ card: 'wolf' })).toEqual(['mill']))
  test('at its card elsewhere', () => expect(at({ card: 'axe' })).toEqual(['pond']))
  test('at nothing if its card lies nowhere', () => expect(at({ card: 'bow' })).toEqual([]))
  test('with others that point there too', () => {
    expect(pointed(VIEW, [option({ space: 'pond' }), option({ card: 'axe' })]).pond).toHaveLength(2)
  })
})

describe('a space is told', () => {
  const at = (ann: string, ben: string, spaces = VIEW.spaces): View => ({ ...VIEW, spaces, seats: [{ ...VIEW.seats[0]!, space: ann }, { ...VIEW.seats[1]!, space: ben }] })
  test('with who and what is there, and what can be done', () => {
    const spaces = { ford: { ...VIEW.spaces['ford']!, cards: [held('wolf'), held('?')] } }
    expect(label(BOOK, at('mill', 'ford', spaces), 'ford', [option({ text: 'Go to the Ford.' })])).toBe(
      'Ford, Shire. Ben stands here. 2 cards here: Wolf, a hidden card. 2 gold lies here. Snowed in. Go to the Ford.',
    )
  })
  test('with all whose figures stand there', () => {
    expect(seatsOn(at('ford', 'ford'), 'ford').map(({ name }) => name)).toEqual(['Ann', 'Ben'])
    expect(seatsOn(at('', 'mill'), 'ford')).toEqual([])
  })
})

describe('a picture', () => {
  test('is fetched by its name, and shown close where it is small', () => {
    expect(pictureAt('wolf.night.0a1b2c')).toBe('/api/pictures/wolf.night.0a1b2c')
    expect(pictureAt('wolf.night.0a1b2c', true)).toBe('/api/pictures/wolf.night.0a1b2c#close')
  })
  test('is its own for every space of the sample', () => {
    const names = Object.values(sample.spaces).map((space) => space.picture)
    expect(names.every(Boolean)).toBe(true)
    expect(new Set(names).size).toBe(names.length)
  })
})
