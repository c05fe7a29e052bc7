import { describe, expect, test } from 'vitest'
import { after } from '../src/board/happened'
import type { Held, View } from '../src/lib/protocol'
import { seated, seen, told } from './keep'

const held = (card: string): Held => ({ card, number: -1, marks: [], usable: false, note: '' })
const ANN = seated({ space: 'a', cards: [held('axe')] })
const BEN = seated({ number: 1, name: 'Ben Ox', space: 'b', spells: [held('?'), held('?')] })
const VIEW = seen([ANN, BEN], { b: { cards: ['wolf', 'axe', 'wolf'].map(held), gold: 1, marks: [], kept: [] } })

const move = (card: string, source: string, target: string, before = VIEW): View => after(before, told({ card, source, target }))
const names = (cards: Held[] | undefined): string[] => (cards ?? []).map(({ card }) => card)

describe('what is seen after an event', () => {
  test('has the figure at the end of its path, and nobody else moved', () => {
    expect(after(VIEW, told({ seat: 1, path: ['b', 'c', 'd'] })).seats.map(({ space }) => space)).toEqual(['a', 'd'])
  })
  test('has one card less where it was taken, one more where it was laid', () => {
    const { spaces } = move('wolf', 'space.b', 'space.a')
    expect([names(spaces['a']?.cards), names(spaces['b']?.cards), spaces['b']?.gold]).toEqual([['wolf'], ['axe', 'wolf'], 1])
  })
  test('has decks and discards with as many cards as are there', () => {
    const drawn = move('wolf', 'deck.hazards', 'space.a')
    expect(drawn.piles['hazards']).toEqual({ left: 60, discards: [] })
    expect(move('wolf', 'space.a', 'discard.hazards', drawn).piles['hazards']).toEqual({ left: 60, discards: ['wolf'] })
    expect(move('wolf', 'discard.hazards', 'deck.hazards', drawn).piles['hazards']).toEqual({ left: 61, discards: [] })
  })
  test('has a card with whoever took it, and a hidden one gone that was shown', () => {
    expect(names(move('axe', 'space.b', 'play.ben ox').seats[1]!.cards)).toEqual(['axe'])
    expect(names(move('flash', 'hand.ben ox', 'casting').seats[1]!.spells)).toEqual(['?'])
  })
  test('has counters as they are then, those with a place of their own too', () => {
    const [hurt] = after(VIEW, told({ name: 'life', amount: -1 })).seats
    expect([hurt!.lives, hurt!.counters['life']]).toEqual([ANN.lives - 1, ANN.lives - 1])
    expect(after(VIEW, told({ name: 'renown', amount: 2 })).seats[0]!.counters['renown']).toBe(7)
    expect(after(VIEW, told({ name: 'unheard_of', amount: 2 })).seats).toEqual(VIEW.seats)
  })
  test('leaves what was before untouched, and what is not on the table alone', () => {
    const before = structuredClone(VIEW)
    move('wolf', 'space.b', 'play.ann')
    expect(VIEW).toEqual(before)
    expect(move('wolf', 'box', 'choice.ann')).toEqual(VIEW)
  })
})
