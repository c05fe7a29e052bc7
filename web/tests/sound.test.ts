import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { effectOf, play, type Effect } from '../src/lib/sound'
import { settings } from '../src/lib/settings.svelte'

const RATE = 8000
const EFFECTS = Object.keys({ die: 1, step: 1, card: 1, gain: 1, loss: 1, turn: 1, end: 1 } satisfies Record<Effect, number>) as Effect[]
/** Those that are heard again and again. */
const FREQUENT: Effect[] = ['die', 'step', 'card', 'gain', 'loss']

/** Three effects at once must not clip. */
const LOUDEST = 1 / 3

type Wave = (phase: number) => number
const WAVES: Record<string, Wave> = {
  sine: (phase) => Math.sin(2 * Math.PI * phase),
  triangle: (phase) => (2 / Math.PI) * Math.asin(Math.sin(2 * Math.PI * phase)),
}

/** A volume that is set and then fades exponentially. */
class Volume {
  private from = { value: 1, at: 0 }
  private to = { value: 1, at: Infinity }
  gain = {
    setValueAtTime: (value: number, at: number) => (this.from = { value, at }),
    exponentialRampToValueAtTime: (value: number, at: number) => (this.to = { value, at }),
  }
  connect(): void {}
  at(time: number): number {
    const part = Math.min(1, Math.max(0, (time - this.from.at) / (this.to.at - this.from.at)))
    return this.from.value * (this.to.value / this.from.value) ** part
  }
}

class Source {
  type = 'sine'
  frequency = { value: 440 }
  buffer: { getChannelData: () => Float32Array } | null = null
  begin = 0
  end = Infinity
  volume!: Volume
  connect(volume: Volume): void {
    this.volume = volume
  }
  start(at: number): void {
    this.begin = at
  }
  stop(at: number): void {
    this.end = at
  }
  at(time: number): number {
    if (time < this.begin || time >= this.end) return 0
    const since = time - this.begin
    const sample = this.buffer ? (this.buffer.getChannelData()[Math.floor(since * RATE)] ?? 0) : WAVES[this.type]!(since * this.frequency.value)
    return sample * this.volume.at(time)
  }
}

/** As much of an AudioContext as is needed, which renders what would be heard. */
class Offline {
  static made = 0
  static sources: Source[] = []
  currentTime = 0
  sampleRate = RATE
  destination = {}
  constructor() {
    Offline.made += 1
  }
  resume = async (): Promise<void> => {}
  createGain = (): Volume => new Volume()
  createOscillator = (): Source => this.source()
  createBufferSource = (): Source => this.source()
  createBuffer(_: number, length: number): { getChannelData: () => Float32Array } {
    const samples = new Float32Array(length)
    return { getChannelData: () => samples }
  }
  private source(): Source {
    const source = new Source()
    Offline.sources.push(source)
    return source
  }
}

/** Return what an effect sounds like, and how long it lasts in seconds. */
function heard(effect: Effect): { samples: number[]; length: number } {
  Offline.sources = []
  play(effect)
  const length = Math.max(...Offline.sources.map((source) => source.end))
  const samples = Array.from({ length: Math.ceil(length * RATE) }, (_, at) => Offline.sources.reduce((sum, source) => sum + source.at(at / RATE), 0))
  return { samples, length }
}
const peak = (samples: number[]): number => samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)

beforeEach(() => {
  vi.stubGlobal('AudioContext', Offline)
  Offline.sources = []
})
afterEach(() => {
  vi.unstubAllGlobals()
  settings.sound = false
})

test('nothing sounds unless the reader has switched it on', () => {
  expect(settings.sound).toBe(false)
  EFFECTS.forEach(play)
  expect([Offline.made, Offline.sources]).toEqual([0, []])
})

describe('an effect', () => {
  beforeEach(() => (settings.sound = true))

  test.each(EFFECTS)('%s is heard, is short, fades and does not clip', (effect) => {
    const { samples, length } = heard(effect)
    expect(peak(samples)).toBeGreaterThan(0.05)
    expect(peak(samples)).toBeLessThan(LOUDEST)
    expect(length).toBeLessThan(FREQUENT.includes(effect) ? 0.5 : 1.2)
    expect(peak(samples.slice(-RATE / 500))).toBeLessThan(0.01)
  })

  test('belongs to what is seen', () => {
    expect(effectOf({ kind: 'count', seat: 0, name: 'life', amount: -1 })).toBe('loss')
    expect(effectOf({ kind: 'count', seat: 0, name: 'life', amount: 1 })).toBe('gain')
    expect(effectOf({ kind: 'word', seat: 0 })).toBeNull()
  })
})
