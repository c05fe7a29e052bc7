// A value that may be seen a frame late, so that one frame need not show all that an update has changed. Whatever tells how
// the game stands is not: board, panels and log show it in the same frame.
import { untrack } from 'svelte'
import { inTurn } from './piecemeal'

/** The last value of an expression that has had its turn; to be made while a component is set up. */
export class Deferred<T> {
  current = $state.raw() as T

  constructor(value: () => T) {
    this.current = untrack(value)
    $effect(() => {
      const now = value()
      if (now !== untrack(() => this.current)) return inTurn(() => (this.current = now))
    })
  }
}
