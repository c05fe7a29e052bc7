import { describe, expect, it } from 'vitest'
import book from '../../fixtures/book.json'
import type { Book, Card } from '../../src/lib/protocol'
import { ANY, found, foundSpaces, kindsOf, related } from '../../src/pages/cards/search'
import { chapterOf, chapters, found as foundRules } from '../../src/pages/rules/search'

const it_ = book as unknown as Book
const cards = Object.values(it_.cards)
const some = cards.find((card) => card.text !== '')!

describe('the cards', () => {
  it('are all there without a filter, by name', () => {
    const names = found(cards, ANY).map((card) => card.name)
    expect(names).toHaveLength(cards.length)
    expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, 'en')))
  })

  it('are found by every word of their name and text, in any case', () => {
    const words = `${some.name} ${some.text.split(' ')[0]}`.toUpperCase()
    expect(found(cards, { ...ANY, words })).toContain(some)
    expect(found(cards, { ...ANY, words: `${words} nonesuch` })).toEqual([])
  })

  it('are found without their accents', () => {
    const accented: Card = { ...some, name: 'Épée' }
    expect(found([accented], { ...ANY, words: 'epee' })).toEqual([accented])
  })

  it('are filtered by deck and kind, and counted by kind', () => {
    const kind = kindsOf(cards)[0]!
    const shown = found(cards, { ...ANY, kind: kind.id, deck: '' })
    expect(shown).toHaveLength(kind.count)
    expect(shown.every((card) => card.kind === kind.id)).toBe(true)
    expect(found(cards, { ...ANY, deck: some.deck }).every((card) => card.deck === some.deck)).toBe(true)
  })

  it('tell which others they speak of, and never of themselves', () => {
    const speaker: Card = { ...some, id: 'speaker', name: 'Speaker', text: `The Speaker takes the ${some.name}.`, abilities: [] }
    const shown = related({ ...it_, cards: { ...it_.cards, speaker } }, speaker)
    expect(shown).toContain(some)
    expect(shown).not.toContain(speaker)
  })
})

describe('the spaces', () => {
  it('stand by region from the outside in, each once', () => {
    const regions = foundSpaces(it_, '')
    expect(regions.map(({ region }) => region)).toEqual(
      it_.maps.flatMap((map) => [...map.regions].sort((one, other) => one.level - other.level).map(({ name }) => name)),
    )
    expect(regions.flatMap(({ spaces }) => spaces)).toHaveLength(Object.keys(it_.spaces).length)
  })
})

describe('the rules', () => {
  const rules = Object.values(it_.rules)
  const all = chapters(rules)

  it('stand in chapters, none lost, in the order of the book', () => {
    expect(all.flatMap((chapter) => chapter.rules)).toHaveLength(rules.length)
    expect(all[0]!.rules[0]).toBe(rules[0])
  })

  it('stand in chapters called as the book has them, else by their id', () => {
    const [first, second] = chapters([{ ...rules[0]!, chapter: 'one', heading: 'Der Zug' }, { ...rules[0]!, chapter: 'the_end', heading: '' }])
    expect([first!.name, second!.name]).toEqual(['Der Zug', 'The end'])
  })

  it('are found by id, those named so first', () => {
    const rule = rules[40]!
    expect(foundRules(rules, rule.id)[0]).toBe(rule)
  })

  it('have a chapter by their own id or by its id, and none for an unknown one', () => {
    const rule = rules.at(-1)!
    expect(chapterOf(all, rule.id)?.id).toBe(rule.chapter)
    expect(chapterOf(all, rule.chapter)?.rules).toContain(rule)
    expect(chapterOf(all, 'no.such')).toBeUndefined()
    expect(chapterOf(all, '')).toBe(all[0])
  })
})
