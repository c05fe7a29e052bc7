// What each effect sounds like, as recipes for the synthesiser. All are short, and none is louder than its moment is large.
import type { Recipe, Voice } from './synth'

export type Effect =
  | 'roll' | 'die' | 'step' | 'card' | 'slide' | 'gain' | 'loss' | 'meeting' | 'clash' | 'struck' | 'taken' | 'draw' | 'spell' | 'turn' | 'death' | 'goal' | 'end'

const tap = (at: number, pitch: number, loud: number): Voice[] => [
  { wave: 'noise', at, lasts: 0.06, loud, pitch, fade: 7 },
  { wave: 'sine', at, lasts: 0.05, loud: loud * 0.5, pitch: pitch / 7, to: pitch / 11 },
]
const drum = (at: number, pitch: number, loud: number, lasts = 0.32): Voice[] => [
  { wave: 'triangle', at, lasts, loud, pitch, to: pitch * 0.55, rises: 0.006 },
  { wave: 'noise', at, lasts: 0.05, loud: loud * 0.6, pitch: 700 },
]
const steel = (at: number, loud: number): Voice[] => [
  { wave: 'bell', at, lasts: 0.42, loud, pitch: 1240, fade: 6 },
  { wave: 'noise', at, lasts: 0.08, loud: loud * 1.3, pitch: 3000, fade: 6 },
]
const bell = (pitch: number, at: number, lasts: number, loud: number): Voice => ({ wave: 'bell', at, lasts, loud, pitch, fade: 4 })
const horn = (pitch: number, at: number, lasts: number, loud: number): Voice => ({ wave: 'triangle', at, lasts, loud, pitch, rises: 0.03, fade: 2.5 })

export const EFFECTS: Record<Effect, Recipe> = {
  roll: [[0, 1500, 0.3], [0.11, 1250, 0.26], [0.2, 1650, 0.24], [0.29, 1350, 0.2], [0.37, 1500, 0.17], [0.44, 1400, 0.14]].flatMap(([at, pitch, loud]) => tap(at!, pitch!, loud!)),
  die: tap(0, 1300, 0.34),
  step: [{ wave: 'triangle', at: 0, lasts: 0.08, loud: 0.2, pitch: 190, to: 120, rises: 0.005 }, { wave: 'noise', at: 0, lasts: 0.04, loud: 0.12, pitch: 900 }],
  card: [{ wave: 'noise', at: 0, lasts: 0.2, loud: 0.3, pitch: 900, to: 3200, rises: 0.07, fade: 3 }, ...tap(0.17, 1900, 0.2)],
  slide: [{ wave: 'noise', at: 0, lasts: 0.16, loud: 0.17, pitch: 2600, to: 1100, rises: 0.05, fade: 3 }],
  gain: [bell(587, 0, 0.3, 0.22), bell(880, 0.09, 0.45, 0.22)],
  loss: [horn(294, 0, 0.2, 0.24), horn(208, 0.13, 0.36, 0.24)],
  meeting: [...drum(0, 165, 0.34), ...drum(0.2, 131, 0.38, 0.45)],
  clash: [...steel(0, 0.2), ...steel(0.14, 0.15)],
  struck: [...steel(0, 0.2), ...drum(0.05, 196, 0.3), horn(392, 0.16, 0.22, 0.16), horn(523, 0.3, 0.5, 0.18)],
  taken: [...drum(0, 175, 0.4, 0.4), { wave: 'noise', at: 0, lasts: 0.16, loud: 0.3, pitch: 420, to: 200, fade: 5 }, horn(233, 0.18, 0.24, 0.18), horn(174, 0.36, 0.5, 0.18)],
  draw: [...steel(0, 0.18), horn(294, 0.16, 0.36, 0.16)],
  spell: [
    { wave: 'noise', at: 0, lasts: 0.9, loud: 0.13, pitch: 500, to: 3200, rises: 0.35, fade: 6 },
    ...[659, 784, 988, 1319].map((pitch, n) => bell(pitch, 0.09 * n, 0.6, 0.13)),
  ],
  turn: [bell(659, 0, 0.4, 0.24), bell(988, 0.15, 0.65, 0.22)],
  death: [...drum(0, 124, 0.46, 0.7), horn(196, 0.12, 0.4, 0.16), horn(156, 0.45, 0.75, 0.18), horn(104, 0.45, 0.8, 0.14)],
  goal: [[392, 0], [523, 0.16], [659, 0.32], [784, 0.48]].flatMap(([pitch, at]) => [horn(pitch!, at!, 0.75, 0.15), bell(2 * pitch!, at!, 0.7, 0.07)]),
  end: [[523, 0], [392, 0.17], [440, 0.34], [523, 0.51], [659, 0.51], [784, 0.51]].map(([pitch, at]) => bell(pitch!, at!, 0.85, 0.13)),
}
