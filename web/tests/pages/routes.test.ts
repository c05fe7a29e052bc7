import { describe, expect, it } from 'vitest'
import { placeOf } from '../../src/pages/routes'

describe('an address', () => {
  it.each([
    ['/', 'Home', ''],
    ['/new', 'New', ''],
    ['/table/abc', 'Table', 'abc'],
    ['/join/secret', 'Join', 'secret'],
    ['/cards', 'Cards', ''],
    ['/signed-in', 'SignedIn', ''],
    ['/rules/fate.reroll', 'Rules', 'fate.reroll'],
    ['/spaces/a%20b', 'Spaces', 'a b'],
  ])('%s means its page', (path, page, id) => {
    expect(placeOf(path)).toEqual({ page, id })
  })

  it.each(['/nowhere', '/table', '/join/', '/new/more', '/cards/a/b', '/constructor', '/toString'])('%s means none', (path) => {
    expect(placeOf(path).page).toBe('Missing')
  })

  it('with broken escapes is taken as it is', () => {
    expect(placeOf('/cards/%E0%A4%A')).toEqual({ page: 'Cards', id: '%E0%A4%A' })
  })
})
