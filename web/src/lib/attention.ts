// What a seat wants to be asked, and two questions that are put as one.
import type { Update } from './protocol'
import type { AnyView } from './rulebooks'

export type Stop = Update['stops'][string]

/** What stands for all things that have no stop of their own. */
export const ALL = 'all'
export const STOPS: Stop[] = ['never', 'concerns', 'always']

/** Return the setting after another one, as a switch goes through them. */
export function following(stop: Stop): Stop {
  return STOPS[(STOPS.indexOf(stop) + 1) % STOPS.length]!
}

/** Return the view of an update; if its question only leads to the next one, with both as one. */
export function merged({ view, further, leading }: Update): AnyView {
  if (!further || !view.ask) return view
  if (!leading) return { ...view, ask: further }
  const keys = new Set(view.ask.options.map((option) => option.key))
  const rest = view.ask.options.filter((option) => !option.idle)
  const options = [...further.options.filter((option) => !keys.has(option.key)), ...rest]
  return { ...view, ask: { ...further, options, missing: view.ask.missing, matter: view.ask.matter } }
}
