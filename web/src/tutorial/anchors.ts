// What a lesson's guide stands beside, by the words that its steps use (BESIDE in scenario/lessons.py).
import type { Box } from './place'

const WHERE: Record<string, string> = {
  option: '.ask .option.advised',
  board: 'section.board',
  question: '.ask',
  sheet: 'section:has(> #my-area), .desk .line',
  others: 'section:has(> #others)',
  log: '#panel-log',
  piles: '.piles',
  phases: 'section.board .bar',
}

/** Return where the thing with such a word is on the screen; null if it is not to be seen. */
export function anchored(beside: string): Box | null {
  const [, space] = beside.split('space:')
  const found = [...document.querySelectorAll(space ? `[data-space="${space}"]` : (WHERE[beside] ?? '.none'))]
  return found.map(boxOf).find((box) => box.width > 0 && box.top < innerHeight && box.top + box.height > 0) ?? null
}

/** Return what is to stay in sight beside the anchor: the question, its options and spaces, and what is large. */
export function wanted(): Box[] {
  return [...document.querySelectorAll('.ask h2, .ask .options, .spotlight .held > *, .space.target')].map(boxOf)
}

function boxOf(element: Element): Box {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { left, top, width, height }
}
