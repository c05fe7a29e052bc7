// A small synthesiser: renders a recipe to samples. It knows no game and no browser, so that tests hear what people hear.

/** A tone or a noise within an effect. Times are in seconds, pitches in hertz. */
export interface Voice {
  wave: 'sine' | 'triangle' | 'bell' | 'noise'
  at: number
  lasts: number
  /** How loud it is at its loudest, of 1. */
  loud: number
  /** The pitch, and the one it glides to; of a noise, what of it is let through. */
  pitch: number
  to?: number
  /** How long it takes to be as loud as that; then it fades, the faster the larger `fade` is. */
  rises?: number
  fade?: number
}

export type Recipe = Voice[]

/** How many samples make a second: enough for all that is in the recipes. */
export const RATE = 24000
const RISES = 0.004
const FADE = 5
/** So much of its end a voice needs to be silent without a click. */
const CLOSES = 0.012
/** The partials of a bell: how many times its pitch, how loud, how much sooner they fade. */
const PARTIALS = [
  [1, 0.62, 1],
  [2.0, 0.2, 1.5],
  [2.76, 0.12, 2.2],
  [5.4, 0.06, 3.5],
] as const

/** Return how long a recipe sounds. */
export const lengthOf = (recipe: Recipe): number => Math.max(...recipe.map((voice) => voice.at + voice.lasts))

/** Return a recipe whose last voice begins after so many seconds: its rhythm is kept, each voice sounds as before. */
export function stretched(recipe: Recipe, seconds: number): Recipe {
  const last = Math.max(...recipe.map((voice) => voice.at))
  return recipe.map((voice) => ({ ...voice, at: last && (voice.at / last) * seconds }))
}

/** Return the samples of a recipe, from -1 to 1. */
export function render(recipe: Recipe): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(Math.ceil(lengthOf(recipe) * RATE) + 1)
  for (const voice of recipe) add(voice, samples)
  return samples
}

function add(voice: Voice, samples: Float32Array): void {
  const first = Math.round(voice.at * RATE)
  const count = Math.round(voice.lasts * RATE)
  const next = voice.wave === 'noise' ? noise(voice) : tone(voice)
  for (let n = 0; n < count; n += 1) samples[first + n]! += voice.loud * envelope(voice, n / RATE) * next(n / count)
}

/** How loud a voice is some time after it has begun, of its loudest: it rises, fades, and ends in silence. */
function envelope({ lasts, rises = RISES, fade = FADE }: Voice, time: number): number {
  const end = Math.min(1, (lasts - time) / CLOSES)
  return Math.min(1, time / rises) * Math.exp((-fade * Math.max(0, time - rises)) / lasts) * end
}

/** The pitch at a part of a voice's time: ears hear equal steps in equal ratios. */
const pitchAt = ({ pitch, to = pitch }: Voice, part: number): number => pitch * (to / pitch) ** part

function tone(voice: Voice): (part: number) => number {
  let phase = 0
  const wave = voice.wave === 'bell' ? bell : voice.wave === 'triangle' ? triangle : Math.sin
  return (part) => {
    phase += (2 * Math.PI * pitchAt(voice, part)) / RATE
    return wave(phase, part)
  }
}

const triangle = (phase: number): number => (2 / Math.PI) * Math.asin(Math.sin(phase))
const bell = (phase: number, part: number): number =>
  PARTIALS.reduce((sum, [times, loud, sooner]) => sum + loud * Math.exp(-3 * (sooner - 1) * part) * Math.sin(times * phase), 0)

/** White noise through a band around the pitch (a state-variable filter); the same noise each time. */
function noise(voice: Voice): (part: number) => number {
  let seed = 22_222
  let low = 0
  let band = 0
  return (part) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    const step = 2 * Math.sin((Math.PI * Math.min(pitchAt(voice, part), RATE / 7)) / RATE)
    low += step * band
    band += step * (seed / 2 ** 30 - 1 - low - 0.8 * band)
    return band
  }
}
