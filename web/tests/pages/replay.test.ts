import { beforeEach, describe, expect, it, vi } from 'vitest'
import updates from '../../fixtures/updates.json'
import type { Moment, Update } from '../../src/lib/protocol'
import { Replay } from '../../src/lib/replay.svelte'

const ALL = updates as unknown as Update[]
const LAST = ALL.length - 1
const FIRST = ALL[0]!.told[0]!.number
let asked: string[] = []
let held: Record<string, Promise<void>> = {}

/** Answer as the server does: the moment after so many answers, with all that was told if that is wanted. */
function moment(path: string): Moment {
  const answers = Number(/moments\/(\d+)/.exec(path)![1])
  const told = path.includes('since=0') ? ALL.slice(0, answers + 1).flatMap((update) => update.told) : ALL[answers]!.told
  const events = Math.max(FIRST, ...ALL.slice(0, answers + 1).flatMap((update) => update.told.map(({ number }) => number + 1)))
  return { answers, last: LAST, view: ALL[answers]!.view, told, key: '', by: -1, turns: [0, 4, 9], events, questions: [] }
}

beforeEach(() => {
  asked = []
  held = {}
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    await held[path]
    return Response.json(path.includes('moments') ? moment(path) : {})
  })
})

const upTo = (answers: number): number => ALL.slice(0, answers + 1).flatMap((update) => update.told).length

describe('a replay', () => {
  it('opens at the moment wanted, with the log until then and nothing left to play', async () => {
    const replay = new Replay('t')
    await replay.open(7)
    expect([replay.at, replay.last, replay.turn]).toEqual([7, LAST, 1])
    expect(replay.view).toEqual(ALL[7]!.view)
    expect(replay.told).toHaveLength(upTo(7))
    expect(replay.behind).toBe(false)
  })

  it('plays what a step brings about', async () => {
    const replay = new Replay('t')
    await replay.open(3)
    await replay.step()
    expect(replay.at).toBe(4)
    expect([replay.next, replay.left]).toEqual([ALL[4]!.told[0], ALL[4]!.told.length])
    replay.catchUp()
    expect(replay.told).toHaveLength(upTo(4))
  })

  it('goes back with a shorter log, and forward with a whole one', async () => {
    const replay = new Replay('t')
    await replay.open(20)
    await replay.go(2)
    expect(replay.told).toHaveLength(upTo(2))
    await replay.go(LAST)
    expect(replay.told).toHaveLength(upTo(LAST))
  })

  it('ends at the last moment', async () => {
    const replay = new Replay('t')
    await replay.open(LAST)
    await replay.step()
    expect(replay.at).toBe(LAST)
  })

  it('shows what was wanted last, however late the rest comes', async () => {
    const replay = new Replay('t')
    await replay.open(0)
    let release = (): void => undefined
    held['/api/tables/t/moments/5'] = new Promise((resolve) => (release = resolve))
    const slow = replay.go(5)
    await replay.go(9)
    release()
    await slow
    expect(replay.at).toBe(9)
  })

  it('asks for another pair of eyes', async () => {
    const replay = new Replay('t')
    await replay.open(1)
    asked = []
    await replay.look(2)
    expect(asked.every((path) => path.includes('seat=2'))).toBe(true)
    expect(asked).not.toEqual([])
  })

  it('is never asked anything', async () => {
    const replay = new Replay('t')
    const own = ALL.findIndex(({ view }) => view.ask?.seat === view.seat)
    expect(own).toBeGreaterThanOrEqual(0)
    await replay.open(own)
    expect(replay.asked).toBe(false)
  })
})
