// A table that is being set up, and what of it is sent. All that may be chosen comes from the catalogue.
import type { Catalogue, Choice, PresetFacts, SeatWanted, TableWanted } from '../../lib/protocol'

export type Value = Choice['value']

export interface Draft {
  preset: string
  packs: string[]
  length: string
  /** What is suggested to people, and what makes the length. */
  base: Record<string, Value>
  /** House rules: what is other than that. */
  options: Record<string, Value>
  seats: { who: 'me' | 'open' | 'computer'; name: string; level: string }[]
  name: string
  pace: 'live' | 'days'
  limit: number
  sealed: number
  undo: 'free' | 'consent' | 'off'
  listed: boolean
  seed: string
}

/** How long an absent seat is waited for, in seconds, by pace; 0 is for ever. */
export const LIMITS = { live: [60, 120, 300, 600, 0], days: [86_400, 259_200, 604_800, 1_209_600, 0] }

/** How long moments for what is hidden may last, in seconds; 0 is as long as whoever is asked thinks. */
export const SEALED = [0, 3, 5, 8, 12]

/** How many letters the name of a table may have. */
export const LONGEST_NAME = 24
const USUAL = 'usual'

/** Return the level that a computer seat has unless another is chosen. */
export function usualLevel({ players }: Catalogue): string {
  return players.includes('steady') ? 'steady' : (players.at(-1) ?? '')
}

/** Return a draft as it usually is: one person against computers, four in all if so many may play. */
export function usualDraft(catalogue: Catalogue, name: string): Draft {
  const preset = catalogue.presets[0]!
  const level = usualLevel(catalogue)
  const others = Math.max(preset.least_seats, Math.min(4, preset.most_seats)) - 1
  const computer = () => ({ who: 'computer' as const, name: '', level })
  return {
    preset: preset.id,
    packs: [],
    length: USUAL,
    base: baseOf(preset, USUAL),
    options: {},
    seats: [{ who: 'me', name, level }, ...Array.from({ length: others }, computer)],
    name: '',
    pace: 'live',
    limit: 120,
    sealed: 0,
    undo: 'free',
    listed: false,
    seed: '',
  }
}

/** Return the options that a table of people begins with at a length. */
function baseOf(preset: PresetFacts, length: string): Draft['base'] {
  return { ...preset.suggested, ...preset.lengths.find(({ id }) => id === length)?.options }
}

/** Return the seats as far as a preset allows so many. */
export function seatsFor(seats: Draft['seats'], preset: PresetFacts): Draft['seats'] {
  return seats.slice(0, preset.most_seats)
}

/** Return how many seats people play, or are to come to. */
export function peopleOf(seats: Draft['seats']): number {
  return seats.filter(({ who }) => who !== 'computer').length
}

/** Return a draft with another preset: seats stay as far as it allows, and so do packs, the length and options it knows. */
export function withPreset(draft: Draft, preset: PresetFacts): Draft {
  const packs = draft.packs.filter((id) => preset.packs.some((pack) => pack.id === id))
  const length = preset.lengths.some(({ id }) => id === draft.length) ? draft.length : USUAL
  return withLength({ ...draft, preset: preset.id, packs, seats: seatsFor(draft.seats, preset) }, preset, length)
}

/** Return a draft of another length; a house rule stays where that does not say the same. */
export function withLength(draft: Draft, preset: PresetFacts, length: string): Draft {
  const base = baseOf(preset, length)
  const known = Object.fromEntries(preset.options.map((choice) => [choice.id, choice]))
  const stays = ([id, value]: [string, Value]) => known[id] && value !== usualOf(base, known[id])
  return { ...draft, length, base, options: Object.fromEntries(Object.entries(draft.options).filter(stays)) }
}

/** Return the value that an option has where no house rule says otherwise. */
export function usualOf(base: Draft['base'], choice: Choice): Value {
  return base[choice.id] ?? choice.value
}

/** Return the house rules with one set; what is as usual is left out. */
export function withOption(options: Draft['options'], choice: Choice, value: Value, usual: Value = choice.value): Draft['options'] {
  const { [choice.id]: _, ...others } = options
  return value === usual ? others : { ...others, [choice.id]: value }
}

/** Tell whether nobody else can come to play: only then may the dice be chosen. */
export function alone({ seats }: Draft): boolean {
  return seats.every(({ who }) => who !== 'open')
}

/** Return what is sent to the server. */
export function wanted(draft: Draft): TableWanted {
  const { preset, packs, base, options, undo, listed } = draft
  const seed = alone(draft) ? draft.seed.trim() : ''
  return {
    preset,
    packs,
    options: { ...base, ...options },
    seats: draft.seats.map(seatWanted),
    name: draft.name.trim().slice(0, LONGEST_NAME),
    pace: { kind: draft.pace, limit: draft.limit, sealed: draft.pace === 'live' ? draft.sealed : 0 },
    undo,
    listed,
    start: alone(draft) ? 'full' : 'host',
    ...(seed && { seed: Number(seed) }),
  }
}

function seatWanted({ who, name, level }: Draft['seats'][number]): SeatWanted {
  if (who === 'computer') return { who, name: name.trim(), level }
  return who === 'me' ? { who, name: name.trim() } : { who }
}

/** Return the part of the form that a problem is about: by its `where`, of options by the one its sentence names. */
export function partOf(where: string, problem: string, choices: Choice[]): string {
  const [first = '', second = ''] = where.replace(/^\$?\.?/, '').split(/[.[\]]/)
  if (first !== 'options') return first
  const words = problem.split(/[^\w]+/)
  const choice = choices.find(({ id }) => id === second || words.includes(id))
  return choice ? `options.${choice.id}` : 'options'
}
