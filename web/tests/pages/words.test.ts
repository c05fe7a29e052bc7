import { describe, expect, it } from 'vitest'
import { ago, spoken } from '../../src/lib/words'
import { bins, median } from '../../src/pages/me/lengths'

describe('words', () => {
  it('are made of ids', () => {
    expect(spoken('trophy_points')).toBe('Trophy points')
  })

  it.each([
    ['2026-01-01T11:58:00Z', '2 minutes ago'],
    ['2026-01-01T09:00:00Z', '3 hours ago'],
    ['2025-12-31T11:00:00Z', 'yesterday'],
    ['nonsense', ''],
  ])('say how long ago %s was', (time, words) => {
    expect(ago(time, 'en', Date.parse('2026-01-01T12:00:00Z'))).toBe(words)
  })
})

describe('lengths of games', () => {
  it('lose no game in their steps', () => {
    const rounds = [3, 22, 35, 41, 28, 60, 55, 130]
    const all = bins(rounds)
    expect(all.reduce((sum, bin) => sum + bin.games, 0)).toBe(rounds.length)
    expect(all.length).toBeLessThanOrEqual(8)
  })

  it('have a step for one game and none for none', () => {
    expect(bins([17])).toEqual([{ from: 17, to: 17, games: 1 }])
    expect(bins([])).toEqual([])
  })

  it('have a middle that at least half do not exceed', () => {
    expect(median([9, 1, 5])).toBe(5)
    expect(median([1, 2, 3, 4])).toBe(2)
  })
})
