// Small effects, synthesised: nothing is loaded. Silent unless the reader has switched sound on.
import type { Scene } from '../board/beats'
import { settings } from './settings.svelte'

export type Effect = 'die' | 'step' | 'card' | 'gain' | 'loss' | 'turn' | 'end'

interface Note {
  /** Pitch in hertz; 0 is noise. */
  pitch: number
  at: number
  lasts: number
  loud: number
  wave?: OscillatorType
}

const EFFECTS: Record<Effect, Note[]> = {
  die: [0, 0.09, 0.16, 0.21].map((at, n) => ({ pitch: 0, at, lasts: 0.05, loud: 0.22 - n * 0.03 })),
  step: [{ pitch: 160, at: 0, lasts: 0.08, loud: 0.16, wave: 'triangle' }],
  card: [{ pitch: 0, at: 0, lasts: 0.12, loud: 0.12 }],
  gain: [
    { pitch: 523, at: 0, lasts: 0.14, loud: 0.14 },
    { pitch: 784, at: 0.09, lasts: 0.22, loud: 0.14 },
  ],
  loss: [
    { pitch: 294, at: 0, lasts: 0.18, loud: 0.16, wave: 'triangle' },
    { pitch: 196, at: 0.13, lasts: 0.3, loud: 0.16, wave: 'triangle' },
  ],
  turn: [
    { pitch: 659, at: 0, lasts: 0.3, loud: 0.16 },
    { pitch: 880, at: 0.16, lasts: 0.5, loud: 0.16 },
  ],
  end: [392, 494, 587, 784].map((pitch, n) => ({ pitch, at: n * 0.16, lasts: 0.6, loud: 0.14 })),
}

let context: AudioContext | null = null
let noise: AudioBuffer | null = null

/** Return what a scene on the board sounds like, or null. */
export function effectOf(scene: Scene): Effect | null {
  if (scene.kind === 'dice') return 'die'
  if (scene.kind === 'walk') return 'step'
  if (scene.kind === 'card' || scene.kind === 'spell' || scene.kind === 'reveal') return 'card'
  if (scene.kind === 'death') return 'loss'
  if (scene.kind === 'role' || scene.kind === 'crown') return 'turn'
  if (scene.kind === 'count') return scene.amount < 0 ? 'loss' : 'gain'
  return null
}

/** Play an effect, if sound is on. */
export function play(effect: Effect | null): void {
  if (!effect || !settings.sound || typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  void context.resume()
  for (const note of EFFECTS[effect]) sound(context, note)
}

function sound(audio: AudioContext, note: Note): void {
  const start = audio.currentTime + note.at
  const volume = audio.createGain()
  volume.gain.setValueAtTime(note.loud, start)
  volume.gain.exponentialRampToValueAtTime(0.001, start + note.lasts)
  volume.connect(audio.destination)
  const source = note.pitch ? tone(audio, note) : hiss(audio)
  source.connect(volume)
  source.start(start)
  source.stop(start + note.lasts)
}

function tone(audio: AudioContext, note: Note): OscillatorNode {
  const source = audio.createOscillator()
  source.type = note.wave ?? 'sine'
  source.frequency.value = note.pitch
  return source
}

function hiss(audio: AudioContext): AudioBufferSourceNode {
  noise ??= whiteNoise(audio)
  const source = audio.createBufferSource()
  source.buffer = noise
  return source
}

function whiteNoise(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate / 4, audio.sampleRate)
  const samples = buffer.getChannelData(0)
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1
  return buffer
}
