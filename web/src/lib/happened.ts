// The view after an event: the one before it, changed as far as the event tells.
// The server's own view follows once all events that lead to it have been shown, with all that none of them says.
import { TURN } from '../board/beats'
import * as adventure from '../board/happened'
import type { Told } from './protocol'
import type { AnyView } from './rulebooks'
import * as war from '../war/happened'

/** Return the view after an event; `to` is the view that it and those after it lead to. */
export function after(before: AnyView, told: Told, to: AnyView): AnyView {
  if (told.kind === TURN) return { ...before, active: told.seat, turn: told.turn, round: Math.ceil(told.turn / before.seats.length) }
  if (before.rulebook === 'wargame') return to.rulebook === 'wargame' ? war.after(before, told, to) : before
  return before.rulebook === 'adventure' ? adventure.after(before, told) : before
}
