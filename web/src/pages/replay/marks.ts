// The marks on the bar of a replay: which are shown, where they stand, and which comes next.
import type { Milestone } from '../../lib/protocol'

export const SHELVES = ['turning', 'goal', 'death', 'fight', 'round'] as const
export type Shelf = (typeof SHELVES)[number]

/** How wide a mark is, in pixels. */
export const WIDE = 24

/** Return under which kind a mark is shown or left out. */
export function shelf({ kind, great }: Milestone): Shelf {
  if (kind === 'won' || kind === 'lost') return great ? 'turning' : 'fight'
  return kind
}

/** Return which kinds are shown at first: not all fights, if these are more than there is room for. */
export function usual(marks: Milestone[], room: number): Shelf[] {
  return SHELVES.filter((each) => each !== 'fight' || marks.filter((mark) => shelf(mark) === 'fight').length <= room)
}

/** Return for each mark in which row it stands, so that none lies on another as long as there is a row free. */
export function rows(places: number[], apart: number, most: number): number[] {
  const ends = Array<number>(most).fill(-Infinity)
  return places.map((place) => {
    const free = ends.findIndex((end) => place - end >= apart)
    const row = free < 0 ? ends.indexOf(Math.min(...ends)) : free
    ends[row] = place
    return row
  })
}

/** Return the moment of the mark before or after a moment; null if there is none. */
export function beside(marks: Milestone[], at: number, step: -1 | 1): number | null {
  const moments = marks.map(({ answers }) => answers)
  return (step > 0 ? moments.find((moment) => moment > at) : moments.findLast((moment) => moment < at)) ?? null
}
