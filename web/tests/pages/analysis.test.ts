import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { PresetFacts } from '../../src/lib/protocol'
import type { AnyBook } from '../../src/lib/rulebooks'
import { beginning, having, newSeat } from '../../src/pages/analysis/entries'
import { packed, unpacked } from '../../src/pages/analysis/link'

const character = (id: string) => ({ id, name: id, kind: 'character' })
const book = { rulebook: 'adventure', cards: { dwarf: character('dwarf'), elf: character('elf') } } as unknown as AnyBook

describe('the link of a position', () => {
  it('holds any text, in letters that an address may hold', async () => {
    for (const text of ['title: x\n', 'title: "Zauberer, grün → 魔法 🐉"\n', 'a'.repeat(30_000)]) {
      const fragment = await packed(text)
      expect(fragment).toMatch(/^[\w-]+$/)
      expect(await unpacked(fragment)).toBe(text)
    }
  })

  it('is refused if it holds none', async () => {
    await expect(unpacked('no-such-thing')).rejects.toThrow()
    await expect(unpacked('%%%')).rejects.toThrow()
    const bomb = deflateRawSync(Buffer.alloc(5_000_000)).toString('base64url')
    await expect(unpacked(bomb)).rejects.toThrow('too long')
  })
})

describe('the entries of a position', () => {
  it('begin with as few seats as may be, each with a character of its own', () => {
    const begun = beginning({ id: 'revised4', least_seats: 2 } as PresetFacts, book, 'A title')
    expect(begun.players).toEqual([{ seat: 'ann', character: 'dwarf' }, { seat: 'ben', character: 'elf' }])
    expect(newSeat(begun.players as [], book)).toEqual({ seat: 'cleo', character: 'none' })
  })

  it('stay in their order when one is changed, and lose one that is taken out', () => {
    expect(Object.keys(having({ seat: 'ann', at: 'x', gold: 1 }, 'at', 'y'))).toEqual(['seat', 'at', 'gold'])
    expect(having({ seat: 'ann', at: 'x' }, 'at', undefined)).toEqual({ seat: 'ann' })
  })
})
