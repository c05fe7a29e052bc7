// What is costly to draw is drawn piece by piece, a piece a frame, so that the page answers in between.
const waiting: (() => void)[] = []
/** No frame is drawn of a page that nobody sees; its pieces come all the same. */
const UNSEEN = 100

/** Have something drawn once all that was asked for before has been; returns how to call it off. */
export function inTurn(draw: () => void): () => void {
  waiting.push(draw)
  if (waiting.length === 1) next()
  return () => {
    const at = waiting.indexOf(draw)
    if (at > 0) waiting.splice(at, 1)
    else if (at === 0) waiting[0] = () => undefined // its turn is coming
  }
}

function next(): void {
  let begun = false
  const begin = (): void => {
    if (begun) return
    begun = true
    waiting[0]!()
    waiting.shift()
    if (waiting.length) next()
  }
  requestAnimationFrame(() => setTimeout(begin))
  setTimeout(begin, UNSEEN)
}
