// How long a game is expected to take: what the catalogue knows of simulated ones, for the seats that are chosen.
import { t } from '../../lib/i18n.svelte'
import type { LengthFacts } from '../../lib/protocol'

export interface Expected {
  least: number
  rounds: number
  most: number
  minutes: number
}

const COARSE = 5
const AN_HOUR = 60

/** Return what is expected of a length with so many seats and most of the packs; null if nothing is known. */
export function expected(length: LengthFacts, seats: number, people: number, packs: string[]): Expected | null {
  const known = length.forecasts.filter((one) => one.seats === seats && one.packs.every((pack) => packs.includes(pack)))
  const found = known.sort((one, other) => other.packs.length - one.packs.length)[0]
  return found ? { ...found, minutes: people * found.person + (seats - people) * found.computer } : null
}

/** Return so many minutes in words, no more exactly than they are known: `40 min`, `1 h 30 min`. */
export function duration(minutes: number): string {
  const coarse = minutes < 2 * AN_HOUR ? COARSE : 3 * COARSE
  const n = Math.max(coarse, Math.round(minutes / coarse) * coarse)
  if (n < AN_HOUR) return t('new.min', { n })
  return [t('new.h', { n: Math.floor(n / AN_HOUR) }), n % AN_HOUR ? t('new.min', { n: n % AN_HOUR }) : ''].join(' ').trim()
}

/** Return what is expected in a line: `about 50 rounds, 1 h 30 min`. */
export const inWords = ({ rounds, minutes }: { rounds: number; minutes: number }): string => t('new.expected', { rounds, time: duration(minutes) })
