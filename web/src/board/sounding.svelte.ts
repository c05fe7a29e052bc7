// What the stage sounds like: each scene has its effect, which begins when the scene does.
import type { Effect } from '../lib/effects'
import { still } from '../lib/settings.svelte'
import { play } from '../lib/sound'
import { RESTS, type Beat, type Scene } from './beats'
import type { Stage } from './stage.svelte'

/** Scenes that pass sooner than this, in milliseconds, are not heard one by one: nobody plays a drum roll to a fast replay. */
const HEARD = 120

type Kind = Scene['kind']
type Of<K extends Kind> = Extract<Scene, { kind: K }>

/** What each kind of scene sounds like to a viewer; null is silent. */
const SOUNDS: { [K in Kind]: (scene: Of<K>, beat: Beat, viewer: number) => Effect | null } = {
  turn: ({ seat }, _, viewer) => (seat >= 0 && seat === viewer ? 'turn' : null),
  death: () => 'death',
  walk: () => 'step',
  dice: () => (still() ? 'die' : 'roll'),
  reveal: () => 'card',
  role: () => 'goal',
  crown: () => 'goal',
  meeting: () => 'meeting',
  compared: () => 'clash',
  outcome: (_, { told: { versus } }, viewer) => outcome(versus!.outcome, versus!.sides[1].seat === viewer && viewer >= 0),
  card: () => 'slide',
  count: ({ amount }) => (amount < 0 ? 'loss' : 'gain'),
  spell: () => 'spell',
  move: () => 'step',
  hurt: () => 'taken',
  word: () => null,
  nothing: () => null,
}

function outcome(told: string, other: boolean): Effect {
  if (told !== 'won' && told !== 'lost') return 'draw'
  return (told === 'won') !== other ? 'struck' : 'taken'
}

/** Return what a beat sounds like to whoever sits at a seat (-1: an onlooker), or null. */
export function effectOf(beat: Beat, viewer: number): Effect | null {
  const { scene } = beat
  const lasts = scene.kind === 'walk' ? scene.step : beat.ms
  return lasts < HEARD ? null : (SOUNDS[scene.kind] as (scene: Scene, beat: Beat, viewer: number) => Effect | null)(scene, beat, viewer)
}

/** Let a stage be heard for as long as a component lives: each scene when it begins, and each step of a walk. */
export function sounding(stage: Stage): void {
  $effect(() => {
    const { beat } = stage
    if (!beat || (beat.scene.kind === 'walk' && stage.step === 0)) return
    const effect = effectOf(beat, stage.table.view?.seat ?? -1)
    play(effect, effect === 'roll' ? beat.ms * RESTS : 0)
  })
}
