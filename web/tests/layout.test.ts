import { describe, expect, test } from 'vitest'
import { keep } from './keep'
import { layout, middle, places, towards } from '../src/board/layout'
import type { Book, Map, Space } from '../src/lib/protocol'

const RINGS: Map = {
  id: 'realm', name: 'Realm', rows: 5, columns: 5,
  regions: [{ id: 'out', name: 'Out', level: 0, ground: '', landmarks: [] }, { id: 'in', name: 'In', level: 1, ground: '', landmarks: [] }],
}

function space(row: number, column: number, region: string, gates: Space['gates'] = []): Space {
  return { id: `${row}-${column}`, name: '', map: 'realm', region, kind: '', at: [row, column], text: '', draw: 0, next: [], gates, picture: '', provenance: '', note: '', tables: [] }
}

/** A plan of 5 by 5: sixteen spaces outside, nine within, and a gate at 0-1. */
function book(river = true, regionOf = (ring: number): string => (ring ? 'in' : 'out')): Book {
  const spaces = Array.from({ length: 25 }, (_, index) => {
    const [row, column] = [Math.floor(index / 5), index % 5]
    const ring = Math.min(row, column, 4 - row, 4 - column)
    return space(row, column, regionOf(ring), index === 1 ? [{ to: '1-1', text: '', river }] : [])
  })
  return { spaces: Object.fromEntries(spaces.map((each) => [each.id, each])) } as unknown as Book
}

describe('a map of rings', () => {
  test('has square tiles, smaller towards the middle', () => {
    const { tiles } = layout(book(), RINGS)
    for (const tile of Object.values(tiles)) expect(tile.w).toBeCloseTo(tile.h)
    expect(tiles['1-1']!.w).toBeLessThan(tiles['0-0']!.w)
  })

  test('has no two tiles that overlap', () => {
    const tiles = Object.values(layout(book(), RINGS).tiles)
    const apart = (a = tiles[0]!, b = tiles[0]!): boolean =>
      a.x + a.w <= b.x + 0.01 || b.x + b.w <= a.x + 0.01 || a.y + a.h <= b.y + 0.01 || b.y + b.h <= a.y + 0.01
    for (const a of tiles) for (const b of tiles) if (a !== b) expect(apart(a, b)).toBe(true)
  })

  test('has a river where a gate crosses one, else a wall', () => {
    expect(layout(book(true), RINGS).bands.map((band) => band.kind)).toEqual(['river'])
    expect(layout(book(false), RINGS).bands.map((band) => band.kind)).toEqual(['wall'])
  })

  test('is a plain grid where regions are no rings', () => {
    const { tiles, bands } = layout(book(true, () => 'out'), RINGS)
    expect(bands).toEqual([])
    expect(tiles['1-1']!.w).toBeCloseTo(tiles['0-0']!.w)
  })

  test('leads over the river by the shortest way', () => {
    const { crossings, bands } = layout(book(), RINGS)
    expect(crossings).toHaveLength(1)
    const [{ angle, length }] = crossings as [(typeof crossings)[0]]
    expect(angle).toBe(90)
    expect(length).toBeCloseTo(bands[0]!.inner.y - bands[0]!.outer.y)
  })

  test('draws a gate once, though it leads both ways', () => {
    const both = book()
    both.spaces['1-1']!.gates = [{ to: '0-1', text: '', river: true }]
    expect(layout(both, RINGS).crossings).toHaveLength(1)
  })

  test('shows doors within a region, and arrows where one walks one way only', () => {
    const one = book()
    one.spaces['0-0']!.gates = [{ to: '1-0', text: '', river: false }]
    one.spaces['0-2']!.next = ['0-3']
    one.spaces['0-3']!.next = ['0-4']
    one.spaces['0-4']!.next = ['0-3']
    const found = layout(one, RINGS).crossings.map((way) => `${way.kind} ${way.spaces.join(' ')}`)
    expect(found.sort()).toEqual(['arrow 0-2 0-3', 'bridge 0-1 1-1', 'door 0-0 1-0'])
  })

  test('is read row by row', () => {
    const { order } = layout(book(), RINGS)
    expect(order.slice(0, 6)).toEqual(['0-0', '0-1', '0-2', '0-3', '0-4', '1-0'])
  })
})

describe('a map of two rings about one space', () => {
  const { map, book: made } = keep()
  const { tiles, bands, crossings } = layout(made, map)

  test('has that space as large as what the missing ring leaves', () => {
    const [tower, ring] = [tiles['3-3']!, tiles['1-1']!]
    expect(tower.w).toBeGreaterThan(2.7 * ring.w)
    expect(tower.x - (ring.x + ring.w)).toBeCloseTo(bands[1]!.inner.x - bands[1]!.outer.x)
    expect(middle(tower)).toEqual({ x: layout(made, map).width / 2, y: layout(made, map).height / 2 })
  })

  test('has a river only where a way leads over one, from whichever side it is told', () => {
    expect(bands.map((band) => band.kind)).toEqual(['river', 'wall'])
    const flooded = keep(true)
    expect(layout(flooded.book, flooded.map).bands.map((band) => band.kind)).toEqual(['river', 'river'])
  })

  test('has a bridge straight over the water and a way across the corner', () => {
    const [bridge, causeway] = ['bridge', 'gate'].map((kind) => crossings.find((way) => way.kind === kind)!)
    expect([bridge!.angle, causeway!.angle].map(Math.abs)).toEqual([90, 135])
    expect(causeway!.at.x).toBeCloseTo(causeway!.at.y)
  })
})

test('a bridge between spaces that touch lies across the line between them', () => {
  const beside = book()
  beside.spaces['2-0']!.gates = [{ to: '3-0', text: '', river: true }]
  const bridge = layout(beside, RINGS).crossings.find((way) => way.spaces.includes('3-0'))!
  expect([bridge.kind, bridge.angle, bridge.length]).toEqual(['bridge', 90, 0])
})

describe('the arrow keys', () => {
  const { tiles } = layout(book(), RINGS)
  test('go to the neighbour', () => {
    expect(towards(tiles, '0-0', 'ArrowRight')).toBe('0-1')
    expect(towards(tiles, '2-2', 'ArrowUp')).toBe('1-2')
    expect(towards(tiles, '0-2', 'ArrowDown')).toBe('1-2')
  })
  test('stay at the edge', () => expect(towards(tiles, '0-0', 'ArrowLeft')).toBe('0-0'))
  test('reach every space', () => {
    const reached = new Set(['0-0'])
    for (const id of reached)
      for (const way of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] as const) reached.add(towards(tiles, id, way))
    expect(reached.size).toBe(25)
  })
})

test('figures on one space stand apart and on it', () => {
  const rect = { x: 0, y: 0, w: 150, h: 150 }
  for (let count = 1; count <= 6; count++) {
    const points = places(rect, count)
    expect(new Set(points.map(({ x, y }) => `${x} ${y}`)).size).toBe(count)
    for (const { x, y } of points) expect(x > 0 && x < 150 && y > 0 && y < 150).toBe(true)
  }
})

test('the middle of a tile is its middle', () => {
  expect(middle({ x: 10, y: 20, w: 4, h: 6 })).toEqual({ x: 12, y: 23 })
})
