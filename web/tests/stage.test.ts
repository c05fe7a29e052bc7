import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Stage } from '../src/board/stage.svelte'
import { settings } from '../src/lib/settings.svelte'
import type { GenericView, Told, View } from '../src/lib/protocol'
import { adventureView, type AnyView } from '../src/lib/rulebooks'
import { TableState } from '../src/lib/table.svelte'
import { seated, seen, told, updated } from './keep'

/** A game in its third turn with a figure of each seat where it is said; '' for one not on the board. */
function view(...spaces: string[]): View {
  return { ...seen(spaces.map((space, number) => seated({ number, name: `s${number}`, space }))), turn: 3, round: 2 }
}

/** A table that has just been opened, and its stage. */
function opened(at = view('a', 'x')): { table: TableState; stage: Stage } {
  const table = new TableState('sample')
  const stage = new Stage(table)
  happens(table, stage, at, { path: ['old', 'a'] })
  return { table, stage }
}

let number = 0
function happens(table: TableState, stage: Stage, now: AnyView, ...events: Partial<Told>[]): void {
  const fresh = events.map((event) => told({ number: ++number, ...event }))
  table.heard(updated(now, { version: number, told: fresh }))
  stage.watch()
}

/** What is shown of an adventure. */
const shown = (table: TableState): View => adventureView(table.view)!
const where = (stage: Stage): string[] => [0, 1].map((seat) => stage.where(seat))

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { body: {}, hidden: false })
  settings.speed = 1
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('what happened before the page was opened is not played', () => {
  const { table, stage } = opened()
  expect(stage.beat).toBeNull()
  expect(table.behind).toBe(false)
  expect(where(stage)).toEqual(['a', 'x'])
})

test('a figure walks space by space, and is never ahead of its event', () => {
  const { table, stage } = opened()
  happens(table, stage, view('d', 'x'), { dice: [3] }, { path: ['a', 'b', 'c', 'd'] })
  expect(stage.beat?.scene.kind).toBe('dice')
  expect(stage.where(0)).toBe('a')
  const seen = new Set<string>()
  for (let tick = 0; tick < 60; tick++) {
    vi.advanceTimersByTime(100)
    seen.add(stage.where(0))
  }
  expect([...seen]).toEqual(['a', 'b', 'c', 'd'])
  expect(stage.beat).toBeNull()
})

test('a figure that comes into the game stands where it sets out', () => {
  const { table, stage } = opened(view('', 'x'))
  happens(table, stage, view('c', 'x'), { dice: [1] }, { path: ['b', 'c'] })
  expect(where(stage)).toEqual(['', 'x'])
  vi.advanceTimersByTime(960)
  expect(where(stage)).toEqual(['c', 'x'])
})

test('a figure that comes into the game and stays stands where it is', () => {
  const { table, stage } = opened(view('a', ''))
  happens(table, stage, view('a', 'y'), { dice: [1] })
  vi.runAllTimers()
  expect(where(stage)).toEqual(['a', 'y'])
})

test('events that come while others are played wait for them', () => {
  const { table, stage } = opened()
  happens(table, stage, view('b', 'x'), { path: ['a', 'b'] })
  happens(table, stage, view('b', 'y'), { seat: 1, path: ['x', 'y'] })
  expect(where(stage)).toEqual(['b', 'x'])
  vi.runAllTimers()
  expect(where(stage)).toEqual(['b', 'y'])
})

test('what others do takes less time than what one does oneself', () => {
  const lengths = [0, 1].map((seat) => {
    const { table, stage } = opened()
    happens(table, stage, view('a', 'x'), { seat, dice: [4] })
    return stage.beat!.ms
  })
  expect(lengths[1]).toBeLessThan(lengths[0]!)
})

test('skipping shows the view at once', () => {
  const { table, stage } = opened()
  happens(table, stage, view('a', 'z'), { seat: 1, dice: [2] }, { seat: 1, path: ['x', 'y', 'z'] })
  stage.skip()
  expect(stage.beat).toBeNull()
  expect(table.behind).toBe(false)
  expect(stage.where(1)).toBe('z')
  vi.runAllTimers()
  expect(stage.where(1)).toBe('z')
})

test('after skipping, what happens next is played again', () => {
  const { table, stage } = opened()
  happens(table, stage, view('a', 'y'), { seat: 1, path: ['x', 'y'] })
  stage.skip()
  happens(table, stage, view('b', 'y'), { path: ['a', 'b'] })
  expect(stage.beat).not.toBeNull()
})

test('at instant speed nothing is played', () => {
  settings.speed = 0
  const { table, stage } = opened()
  happens(table, stage, view('b', 'x'), { path: ['a', 'b'] })
  expect(stage.beat).toBeNull()
  expect(stage.where(0)).toBe('b')
})

test('after a long absence nobody has to watch everything', () => {
  const { table, stage } = opened()
  happens(table, stage, view('b', 'x'), ...Array.from({ length: 500 }, () => ({ dice: [1] })))
  expect(stage.beat).toBeNull()
})

test('gold on a space is shown as before until all that happened has been played', () => {
  const { table, stage } = opened()
  const now = { ...view('a', 'x'), spaces: { a: { cards: [], gold: 3, marks: [], kept: [] } } } as View
  happens(table, stage, now, { dice: [3] })
  expect(shown(table).spaces).toEqual({})
  vi.advanceTimersByTime(5000)
  expect(shown(table).spaces['a']?.gold).toBe(3)
})

test('an event that cannot be played holds nothing back', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { table, stage } = opened()
  happens(table, stage, view('a', 'x'), { path: null as unknown as string[] }, { dice: [1] })
  expect([stage.beat, table.behind]).toEqual([null, false])
})

test('what stands still for too long is broken off', () => {
  const { table, stage } = opened()
  happens(table, stage, view('a', 'x'), { dice: [3] })
  vi.clearAllTimers()
  vi.setSystemTime(Date.now() + 9000)
  stage.watch()
  expect([stage.beat, table.behind]).toEqual([null, false])
})

test('a page that is hidden plays nothing on', () => {
  const { table, stage } = opened()
  happens(table, stage, view('a', 'x'), { dice: [3] }, { dice: [4] })
  vi.stubGlobal('document', { body: {}, hidden: true })
  stage.watch()
  expect([stage.beat, table.behind]).toEqual([null, false])
})

test('nothing that is seen is ahead of what is being played', () => {
  const before = view('a', 'x')
  const { table, stage } = opened({ ...before, active: 1 })
  const richer = seated({ ...before.seats[1]!, gold: 5, counters: { ...before.seats[1]!.counters, gold: 5 } })
  const now: View = { ...before, turn: 4, round: 2, seats: [before.seats[0]!, richer], piles: { ...before.piles, hazards: { left: 60, discards: [] } } }
  happens(
    table, stage, now,
    { seat: 1, dice: [6], text: 's1 rolls 6.' },
    { seat: 1, card: 'imp', source: 'deck.hazards', target: 'space.x', text: 's1 draws the imp.' },
    { seat: 1, name: 'gold', amount: 3, text: 's1 gains 3 gold.' },
    { kind: 'TurnBegan', turn: 4, seat: 0, text: 'Turn 4.' },
  )
  const seen: unknown[] = []
  const look = (): unknown => {
    const { seats, piles, turn, round, active } = shown(table)
    const lines = table.told.filter((each) => each.text).length
    return { lines, left: piles['hazards']!.left, gold: seats[1]!.gold, turn, round, active }
  }
  for (let tick = 0; tick < 400; tick++) {
    const now = look()
    if (JSON.stringify(now) !== JSON.stringify(seen.at(-1))) seen.push(now)
    vi.advanceTimersByTime(10)
  }
  const first = { lines: 0, left: 61, gold: 2, turn: 3, round: 2, active: 1 }
  expect(seen).toEqual([
    first,
    { ...first, lines: 1 },
    { ...first, lines: 2, left: 60 },
    { ...first, lines: 3, left: 60, gold: 5 },
    { lines: 4, left: 60, gold: 5, turn: 4, round: 2, active: 0 },
  ])
})

test('what is asked is not to be answered before all that led to it has been shown', () => {
  const { table, stage } = opened()
  const ask = { seat: 0, kind: 'move', rule: 'r', text: 'Where?', card: '', options: [{ key: 'a' }, { key: 'b' }], missing: [], odds: null, matter: null, situation: '', chances: [] } as unknown as View['ask']
  happens(table, stage, { ...view('a', 'x'), ask }, { dice: [3] })
  expect(table.asked).toBe(false)
  vi.runAllTimers()
  expect(table.asked).toBe(true)
})

test('an answer that is taken back is seen at once to be taken back', () => {
  const { table, stage } = opened()
  happens(table, stage, view('b', 'x'), { path: ['a', 'b'] })
  const { number } = table.next!
  table.heard(updated(view('a', 'x'), { version: 99, undone: number }))
  stage.watch()
  expect(stage.where(0)).toBe('a')
  expect(table.told.some((event) => event.number >= number)).toBe(false)
})

test('what another seat sees is not kept up by what is still to be shown to the one before', () => {
  const { table, stage } = opened()
  happens(table, stage, view('b', 'x'), { path: ['a', 'b'] })
  happens(table, stage, { ...view('b', 'x'), seat: 1 })
  expect([table.view!.seat, table.behind]).toEqual([1, false])
})

test('the deal is spared whoever wants no movement', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  const { table, stage } = opened({ ...view('', ''), turn: 0 })
  happens(table, stage, { ...view('a', 'x'), turn: 0 }, { turn: 0, card: 'warden', source: 'deck.people', target: 'choice.s0' }, { turn: 0, dice: [2] })
  expect([stage.beat, table.behind]).toEqual([null, false])
  happens(table, stage, view('a', 'x'), { dice: [2] })
  expect(stage.beat).not.toBeNull()
})

/** The game as it stands with a first seat that is one's own and on turn. */
const mine = (): View => ({ ...view('a', 'x'), seat: 0, active: 0 })
const DRAWN: Partial<Told> = { kind: 'CardDrawn', seat: 0, card: 'ape', text: 'You draw the Ape.' }

test('a card turned up in the own turn waits until it is dismissed, and nothing is ahead of it', () => {
  const { table, stage } = opened(mine())
  happens(table, stage, mine(), DRAWN, { text: 'Afterwards.' })
  vi.advanceTimersByTime(60_000)
  stage.watch()
  expect(stage.beat?.scene).toEqual({ kind: 'reveal', seat: 0, card: 'ape' })
  expect(table.told.at(-1)?.text).not.toBe(DRAWN.text)
  stage.dismiss()
  vi.runAllTimers()
  expect(table.told.at(-1)?.text).toBe('Afterwards.')
})

test('a card turned up by somebody else passes by itself after about a second and a half', () => {
  const { table, stage } = opened({ ...mine(), active: 1 })
  happens(table, stage, { ...mine(), active: 1 }, { ...DRAWN, seat: 1 })
  expect(stage.held).toBe(false)
  expect(stage.beat!.ms).toBeGreaterThan(1300)
  expect(stage.beat!.ms).toBeLessThan(1700)
  vi.runAllTimers()
  expect(stage.beat).toBeNull()
})

test('whoever skips comes to the next thing to be read, not past it', () => {
  const { table, stage } = opened(mine())
  happens(table, stage, mine(), { text: 'One.' }, { text: 'Two.' }, DRAWN, { text: 'Three.' })
  stage.skip()
  expect(stage.beat?.told.text).toBe(DRAWN.text)
  expect(stage.held).toBe(true)
  stage.skip()
  stage.skip()
  expect(table.behind).toBe(false)
})

test.each([0, 0.06])('nothing waits for whoever plays at a pace of %s', (speed) => {
  settings.speed = speed
  const { table, stage } = opened(mine())
  happens(table, stage, mine(), DRAWN)
  vi.runAllTimers()
  expect(table.behind).toBe(false)
  expect(stage.held).toBe(false)
})

test('whoever comes to a table is told who they are, and is kept from nothing by that', () => {
  const table = new TableState('sample')
  const stage = new Stage(table)
  happens(table, stage, mine(), { kind: 'CharacterTaken', seat: 0, card: 'elf' })
  expect(stage.beat?.scene).toEqual({ kind: 'role', seat: 0, card: 'elf' })
  expect(table.behind).toBe(false)
  happens(table, stage, mine(), { dice: [3], text: 'You roll 3.' })
  expect(stage.beat?.scene.kind).toBe('dice')
  const later = new TableState('sample')
  const again = new Stage(later)
  happens(later, again, mine(), { kind: 'CharacterTaken', seat: 0, card: 'elf' }, { path: ['a', 'b'], seat: 0 })
  expect(again.beat).toBeNull()
})

test('a game of a rulebook that the page does not know is played by what every game has, whatever its events are called', () => {
  const plain = { ...mine(), rulebook: 'generic', facts: [] } as unknown as GenericView
  const table = new TableState('sample')
  const stage = new Stage(table)
  const scenes: unknown[] = []
  const events: Partial<Told>[] = [
    { kind: 'SpellCast', card: 'flash', text: 'Ann plays a flash.' },
    { kind: 'UnitMoved', card: 'runner', path: ['a', 'b'], text: 'Ann runs.' },
    { kind: 'TurnBegan', turn: 4 },
    { dice: [2] },
    { kind: 'Wounded', card: 'runner' },
  ]
  happens(table, stage, plain)
  happens(table, stage, plain, ...events)
  for (let tick = 0; tick < 400; tick++) {
    if (stage.beat && stage.beat.scene.kind !== scenes.at(-1)) scenes.push(stage.beat.scene.kind)
    vi.advanceTimersByTime(10)
  }
  expect(scenes).toEqual(['word', 'turn', 'dice'])
  expect(table.behind).toBe(false)
})
