// Plays effects. Silent unless the reader has switched sound on.
import { EFFECTS, type Effect } from './effects'
import { settings } from './settings.svelte'
import { RATE, render, stretched } from './synth'

/** The same effect again so soon after, in seconds, would be noise. */
const APART = 0.05

let context: AudioContext | null = null
let volume: GainNode | null = null
const rendered = new Map<string, AudioBuffer>()
const begun = new Map<Effect, number>()

/** Play an effect, if sound is on; `rests`: when what it goes with comes to rest, in milliseconds. */
export function play(effect: Effect | null, rests = 0): void {
  if (!effect || !settings.sound || !settings.volume || typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  void context.resume()
  if (context.currentTime - (begun.get(effect) ?? -1) < APART) return
  begun.set(effect, context.currentTime)
  const source = context.createBufferSource()
  source.buffer = bufferOf(context, effect, Math.round(rests / 20) / 50)
  source.connect(loudness(context))
  source.start()
}

/** Ears hear the square as evenly louder. */
function loudness(audio: AudioContext): GainNode {
  if (!volume) {
    volume = audio.createGain()
    volume.connect(audio.destination)
  }
  volume.gain.value = settings.volume ** 2
  return volume
}

function bufferOf(audio: AudioContext, effect: Effect, rests: number): AudioBuffer {
  const key = `${effect} ${rests}`
  const known = rendered.get(key)
  if (known) return known
  const samples = render(rests ? stretched(EFFECTS[effect], rests) : EFFECTS[effect])
  const buffer = audio.createBuffer(1, samples.length, RATE)
  buffer.copyToChannel(samples, 0)
  rendered.set(key, buffer)
  return buffer
}
