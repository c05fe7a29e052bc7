// The page knows no edition: all that it shows of a board that is in no box, it has from the Book and the View.
import { render } from 'svelte/server'
import { expect, test } from 'vitest'
import { beat } from '../src/board/beats'
import Land from '../src/board/Land.svelte'
import { layout } from '../src/board/layout'
import Legend from '../src/board/Legend.svelte'
import Piles from '../src/board/Piles.svelte'
import SpaceButton from '../src/board/SpaceButton.svelte'
import type { Held, Told } from '../src/lib/protocol'
import QuestionLine from '../src/log/QuestionLine.svelte'
import CardFace from '../src/parts/CardFace.svelte'
import Provenance from '../src/parts/Provenance.svelte'
import SeatLine from '../src/seat/SeatLine.svelte'
import { keep, seated, seen } from './keep'

const { book, map } = keep()
const laid = layout(book, map)
const held = (card: string): Held => ({ card, number: -1, marks: [], usable: false, note: '' })
const words = (html: string): string => html.replace(/<!--.*?-->|<[^>]*>/g, ' ').replace(/\s+/g, ' ')
const times = (html: string, what: string): number => html.split(what).length - 1

test('ground is coloured by the level of its Region', () => {
  const { body } = render(Land, { props: { book, map, layout: laid } })
  expect([0, 1, 2].map((level) => times(body, `var(--region-${level})`))).toEqual([24, 16, 1])
})

test('one river, one bridge and one gate are painted, as the gates have it', () => {
  const { body } = render(Land, { props: { book, map, layout: laid } })
  expect(['class="water', 'class="bridge', 'class="gate ', 'class="door', 'class="arrow'].map((what) => times(body, what))).toEqual([1, 1, 1, 0, 0])
})

test('counters that the game has not are not shown, and those that only it has are', () => {
  const line = words(render(SeatLine, { props: { book, seat: seated() } }).body)
  expect(line).toMatch(/Lives 3 Gold 2 Renown 5 \/7/)
  expect(line).not.toContain('Fate')
  const fated = seated({ counters: { ...seated().counters, fate: 1 }, fate: 1 })
  expect(words(render(SeatLine, { props: { book, seat: fated } }).body)).toContain('Fate 1')
})

test('a change of any counter of the game is seen over the figure', () => {
  const told = { kind: 'Any', seat: 0, text: '', dice: [], path: [], card: '', source: '', target: '', amount: 2, name: 'renown' } as unknown as Told
  expect(beat(told, [seated()], 1).scene.kind).toBe('count')
  expect(beat({ ...told, name: 'casts' }, [seated()], 1).scene.kind).toBe('nothing')
})

test('decks have their names on their backs, and are not there once all is gone', () => {
  const view = seen()
  expect(words(render(Piles, { props: { book, view } }).body)).toMatch(/Hazard cards: 61 left 61 Hazard Characters: 3 left 3 Characters/)
  view.piles['people'] = { left: 0, discards: [] }
  expect(words(render(Piles, { props: { book, view } }).body)).not.toContain('Characters')
})

test('the legend tells of what is there and of nothing else', () => {
  const view = seen()
  const told = words(render(Legend, { props: { book, layout: laid, view, onclose: () => undefined } }).body)
  for (const there of ['over the river', 'into another region', 'Cards drawn here', 'Spirit', 'Hazard cards: 61 left']) expect(told).toContain(there)
  for (const absent of ['A door', 'this way only', 'face down', 'Follower']) expect(told).not.toContain(absent)
  view.spaces['3-3'] = { cards: [held('?')], gold: 0, marks: [], kept: [] }
  expect(words(render(Legend, { props: { book, layout: laid, view, onclose: () => undefined } }).body)).toContain('face down')
})

test('a card that lies face down shows its back, and one that lies open its kind', () => {
  const view = seen([seated()], { '3-3': { cards: [held('?'), held('imp')], gold: 0, marks: [], kept: [] } })
  const props = { book, space: book.spaces['3-3']!, rect: laid.tiles['3-3']!, lying: view.spaces['3-3'], label: '', target: false, stop: false, open: false, onclick: () => undefined }
  const { body } = render(SpaceButton, { props })
  const cards = [...body.matchAll(/<span class="card ([\w -]+)"[^>]*>(.*?)<\/span>/g)]
  expect(cards.map(([, kinds]) => kinds!.split(' ')[0])).toEqual(['covered', 'spirit'])
  expect(cards.map(([, , inside]) => inside!.includes('<svg'))).toEqual([false, true])
})

test('a card that may differ from what is printed says so, and one that is sure does not', () => {
  const face = (facts: object): string => words(render(CardFace, { props: { book, card: { ...book.cards['imp']!, ...facts } } }).body)
  expect(face({ provenance: 'reconstructed', action: 'keep' })).toMatch(/Spirit · Keep .*✎ reconstructed/)
  expect(face({ provenance: 'sure' })).not.toMatch(/✓|Keep|undefined/)
  const long = words(render(Provenance, { props: { provenance: 'reconstructed', note: 'Its name is known.', long: true } }).body)
  expect(long).toMatch(/✎ reconstructed ?: put together .* may differ ?\. Its name is known\./)
})

test('a question is shown with the die and what it says', () => {
  const question = { number: 1, by: 0, name: 'Ann', text: 'May I?', die: 4, yes: true, answers: 3 }
  expect(words(render(QuestionLine, { props: { question } }).body)).toContain('May I? The die shows 4: yes.')
  expect(words(render(QuestionLine, { props: { question: { ...question, die: 3, yes: false } } }).body)).toContain('The die shows 3: no.')
})
