import { writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { beat, LENGTHS, type Beat, type Scene } from '../src/board/beats'
import { effectOf } from '../src/board/sounding.svelte'
import { EFFECTS, type Effect } from '../src/lib/effects'
import { play } from '../src/lib/sound'
import { settings } from '../src/lib/settings.svelte'
import { lengthOf, RATE, render, stretched } from '../src/lib/synth'
import { seated, told } from './keep'

const NAMES = Object.keys(EFFECTS) as Effect[]
/** Those that are heard again and again. */
const FREQUENT: Effect[] = ['die', 'step', 'card', 'slide']
const LONGEST = 1.5
/** -3 dBFS, so that nothing clips. */
const LOUDEST = 10 ** (-3 / 20)
const peak = (samples: ArrayLike<number>): number => Array.from(samples).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)

/** As much of an AudioContext as is needed; it notes what is played, and how loud. */
class Noting {
  static made = 0
  static played: Float32Array[] = []
  static gain = { value: 1 }
  currentTime = 0
  destination = {}
  constructor() {
    Noting.made += 1
  }
  resume = async (): Promise<void> => {
    this.currentTime += 1
  }
  createGain = () => ({ gain: Noting.gain, connect: () => undefined })
  createBuffer = (_: number, length: number) => ({ length, copyToChannel(this: { samples: Float32Array }, samples: Float32Array) { this.samples = samples } })
  createBufferSource = () => ({
    buffer: null as { samples: Float32Array } | null,
    connect: () => undefined,
    start() { Noting.played.push(this.buffer!.samples) },
  })
}

beforeEach(() => {
  vi.stubGlobal('AudioContext', Noting)
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  Noting.played = []
})
afterEach(() => {
  vi.unstubAllGlobals()
  settings.sound = false
  settings.volume = 0.7
})

test('nothing sounds unless the reader has switched it on', () => {
  expect(settings.sound).toBe(false)
  NAMES.forEach((name) => play(name))
  expect([Noting.made, Noting.played]).toEqual([0, []])
})

test('what sounds is what was rendered, as loud as is wished, and once where it is wanted twice at the same time', () => {
  settings.sound = true
  settings.volume = 0.5
  play('gain')
  expect(Noting.played).toEqual([render(EFFECTS.gain)])
  expect(Noting.gain.value).toBe(0.25)
  settings.volume = 0
  play('gain')
  expect(Noting.played.length).toBe(1)
})

test.each(NAMES)('%s is heard, is short, neither clips nor clicks, and sways about nothing', (name) => {
  const samples = render(EFFECTS[name])
  if (process.env.SOUNDS) writeFileSync(`${process.env.SOUNDS}/${name}.f32`, samples)
  expect(peak(samples)).toBeGreaterThan(0.1)
  expect(peak(samples)).toBeLessThan(LOUDEST)
  expect(lengthOf(EFFECTS[name])).toBeLessThan(FREQUENT.includes(name) ? 0.3 : LONGEST)
  expect(peak(samples.slice(0, 2))).toBeLessThan(0.02)
  expect(peak(samples.slice(-RATE / 2000))).toBeLessThan(0.004)
  expect(Math.abs(samples.reduce((sum, sample) => sum + sample, 0) / samples.length)).toBeLessThan(0.02)
})

test('dice come to rest when they are seen to', () => {
  const recipe = stretched(EFFECTS.roll, 0.2)
  expect(Math.max(...recipe.map((voice) => voice.at))).toBeCloseTo(0.2)
  expect(recipe.map((voice) => voice.lasts)).toEqual(EFFECTS.roll.map((voice) => voice.lasts))
})

describe('each kind of scene', () => {
  /** Scenes that are not heard: what is only said, and what nobody sees. */
  const SILENT = ['word', 'nothing']
  const versus = (outcome: string, seat: number) => ({ kind: '', sides: [{ seat }, { seat: 1 - seat }], compared: true, outcome }) as never
  const scenes: { [K in Scene['kind']]: Extract<Scene, { kind: K }> } = {
    turn: { kind: 'turn', seat: 0, turn: 1 }, death: { kind: 'death', seat: 0 }, walk: { kind: 'walk', seat: 0, path: ['a', 'b'], step: 190 },
    dice: { kind: 'dice', seat: 0, dice: [3] }, reveal: { kind: 'reveal', seat: 0, card: 'c' }, role: { kind: 'role', seat: 0, card: 'c' },
    crown: { kind: 'crown', seat: 0 }, meeting: { kind: 'meeting' }, compared: { kind: 'compared' }, outcome: { kind: 'outcome' },
    card: { kind: 'card', card: 'c', from: { kind: 'space', id: 'a' }, to: { kind: 'seat', id: '0' } }, count: { kind: 'count', seat: 0, name: 'life', amount: -1 },
    spell: { kind: 'spell', seat: 0, card: 'c', other: -1 }, move: { kind: 'move', unit: 'u' },
    hurt: { kind: 'hurt', unit: 'u' }, word: { kind: 'word', seat: 0 }, nothing: { kind: 'nothing' },
  }
  const sound = (scene: Scene, viewer = 0, facts = {}): Effect | null => effectOf({ scene, told: told({ versus: versus('won', 0), ...facts }), ms: LENGTHS[scene.kind] } as Beat, viewer)

  test.each(Object.values(scenes))('$kind has its sound', (scene) => {
    expect(sound(scene) === null).toBe(SILENT.includes(scene.kind))
  })

  test('is heard as whoever listens is concerned', () => {
    expect([sound(scenes.turn), sound(scenes.turn, 1), sound(scenes.turn, -1)]).toEqual(['turn', null, null])
    expect([sound(scenes.count), sound({ ...scenes.count, amount: 1 })]).toEqual(['loss', 'gain'])
    expect([0, 1, -1].map((viewer) => sound(scenes.outcome, viewer))).toEqual(['struck', 'taken', 'struck'])
    expect([0, 1].map((viewer) => sound(scenes.outcome, viewer, { versus: versus('lost', 0) }))).toEqual(['taken', 'struck'])
    expect(sound(scenes.outcome, 0, { versus: versus('stood_off', 0) })).toBe('draw')
  })

  test('is silent where it passes too soon to be heard', () => {
    const seats = [seated({ number: 0 })]
    const roll = (speed: number): Effect | null => effectOf(beat(told({ dice: [3] }), seats, speed), 0)
    expect([roll(1), roll(0.06)]).toEqual(['roll', null])
  })

  test('is a single tap of a die where no movement is wished', () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    expect(sound(scenes.dice)).toBe('die')
  })
})
