import { describe, expect, it } from 'vitest'
import type { LessonStep } from '../../src/lib/protocol'
import { BEGINNING, progress, suggested } from '../../src/tutorial/lesson'

const at = (ask: string, highlight = ''): LessonStep => ({ ask, event: '', say: `asked ${ask}`, highlight })
const after = (event: string): LessonStep => ({ ask: '', event, say: `after ${event}`, highlight: '' })
const STEPS = [at('roll', 'roll'), at('move', 'to:a'), after('Moved'), at('roll', 'again'), after('Won')]

describe('a lesson', () => {
  it('says what fits the pending ask, and suggests its option', () => {
    const begun = progress(STEPS, BEGINNING, 'roll', [], false)
    expect(begun).toEqual({ at: 0, said: [STEPS[0]] })
    expect(suggested(begun, 'roll')).toBe('roll')
  })

  it('says what has happened, and then what is asked', () => {
    const moved = progress(STEPS, { at: 1, said: [STEPS[1]!] }, 'roll', ['Rolled', 'Moved'], true)
    expect(moved).toEqual({ at: 3, said: [STEPS[2], STEPS[3]] })
    expect(suggested(moved, 'roll')).toBe('again')
  })

  it('skips what no longer fits once one has gone another way', () => {
    expect(progress(STEPS, { at: 0, said: [] }, '', ['Won'], true)).toEqual({ at: 4, said: [STEPS[4]] })
  })

  it('says what the table answered by itself as well', () => {
    expect(progress(STEPS, BEGINNING, 'move', [], false).said).toEqual([STEPS[0], STEPS[1]])
    expect(progress(STEPS, { at: 0, said: [STEPS[0]!] }, 'move', [], false).said).toEqual([STEPS[0], STEPS[1]])
    expect(progress(STEPS, { at: 0, said: [STEPS[0]!] }, '', [], false).said).toEqual([STEPS[0]])
  })

  it('falls silent about an ask that one has answered, and suggests nothing then', () => {
    const later = progress(STEPS, { at: 0, said: [STEPS[0]!] }, 'other', [], true)
    expect(later).toEqual({ at: 0, said: [] })
    expect(suggested(later, 'other')).toBe('')
  })

  it('goes on saying what is still asked', () => {
    const before = { at: 3, said: [STEPS[3]!] }
    expect(progress(STEPS, before, 'roll', ['Shuffled'], true)).toEqual(before)
  })
})
