import { describe, expect, it } from 'vitest'
import type { Catalogue, Choice, PresetFacts } from '../../src/lib/protocol'
import { partOf, usualDraft, wanted, withLength, withOption, withPreset } from '../../src/pages/setup/draft'

const number = { id: 'points', name: 'Points', text: '', value: 7, default: 7, rule: '', least: 1, most: 20, words: [], word_names: [] } satisfies Choice
const word: Choice = { ...number, id: 'gate', value: 'die', default: 'die', words: ['die', 'key'], word_names: ['Die', 'Key'] }
const preset = (id: string, most: number, options: Choice[]): PresetFacts => ({
  id, name: id, about: '', picture: '', least_seats: 2, most_seats: most, options, suggested: {}, lengths: [], packs: [{ id: `${id}-pack`, name: '', version: '', author: '', licence: '', about: '' }],
})
const catalogue: Catalogue = { presets: [preset('one', 6, [number, word]), preset('other', 3, [{ ...number, value: 5 }])], players: ['random', 'steady'], version: '', protocol: '' }

describe('a new table', () => {
  it('is usually one person against three steady computers', () => {
    expect(wanted(usualDraft(catalogue, 'Ann')).seats).toEqual([
      { who: 'me', name: 'Ann' },
      ...Array.from({ length: 3 }, () => ({ who: 'computer', name: '', level: 'steady' })),
    ])
  })

  it('has no more seats than its rulebook', () => {
    const few = { ...catalogue, presets: [preset('few', 2, [])] }
    expect(usualDraft(few, 'Ann').seats).toHaveLength(2)
    expect(withPreset(usualDraft(catalogue, 'Ann'), catalogue.presets[1]!).seats).toHaveLength(3)
  })

  it('sends only what differs from the rulebook', () => {
    const changed = withOption({}, number, 5)
    expect(changed).toEqual({ points: 5 })
    expect(withOption(changed, number, 7)).toEqual({})
  })

  it('takes along to another rulebook what that one knows and has otherwise', () => {
    const draft = { ...usualDraft(catalogue, 'Ann'), packs: ['one-pack'], options: { points: 5, gate: 'key' } }
    const moved = withPreset(draft, catalogue.presets[1]!)
    expect(moved.options).toEqual({})
    expect(moved.packs).toEqual([])
    expect(withPreset({ ...draft, options: { points: 9 } }, catalogue.presets[1]!).options).toEqual({ points: 9 })
  })

  it('is sent with what is suggested to people and what makes its length, and house rules above both', () => {
    const lengths: PresetFacts['lengths'] = [{ id: 'usual', name: '', text: '', options: {}, forecasts: [] }, { id: 'short', name: '', text: '', options: { points: 5 }, forecasts: [] }]
    const offered = { ...catalogue.presets[0]!, suggested: { gate: 'key' }, lengths }
    const usual = usualDraft({ ...catalogue, presets: [offered] }, 'Ann')
    expect(wanted(usual).options).toEqual({ gate: 'key' })
    const short = withLength({ ...usual, options: { points: 5, gate: 'die' } }, offered, 'short')
    expect(short.options).toEqual({ gate: 'die' }) // a house rule that the length says too is none
    expect(wanted(short).options).toEqual({ gate: 'die', points: 5 })
    expect(wanted(withPreset(short, catalogue.presets[1]!)).options).toEqual({})
  })

  it('waits for its host only where others are to come', () => {
    const draft = usualDraft(catalogue, 'Ann')
    expect(wanted(draft).start).toBe('full')
    expect(wanted({ ...draft, seats: [...draft.seats, { who: 'open', name: '', level: 'steady' }] }).start).toBe('host')
  })

  it('has a seed only if one is given', () => {
    const draft = usualDraft(catalogue, 'Ann')
    expect(wanted(draft)).not.toHaveProperty('seed')
    expect(wanted({ ...draft, seed: ' 0 ' }).seed).toBe(0)
    const joined = [...draft.seats, { who: 'open' as const, name: '', level: 'steady' }]
    expect(wanted({ ...draft, seats: joined, seed: '7' })).not.toHaveProperty('seed') // others are not to play with chosen dice
  })

  it('asks nothing of an open seat', () => {
    const draft = usualDraft(catalogue, 'Ann')
    expect(wanted({ ...draft, seats: [{ who: 'open', name: 'x', level: 'steady' }] }).seats).toEqual([{ who: 'open' }])
  })
})

describe('a problem', () => {
  it.each([
    ['seats[1].level', '', 'seats'],
    ['$.pace.limit', '', 'pace'],
    ['options', 'The option points is from 1 to 20, not 99.', 'options.points'],
    ['options', 'Nothing of the kind.', 'options'],
    ['options.gate', '', 'options.gate'],
    ['', '', ''],
  ])('at %s stands beside its field', (where, sentence, part) => {
    expect(partOf(where, sentence, [number, word])).toBe(part)
  })
})
