// How sure it is that a card or space says what is shown: a sign and words for each.
import { t, type Word } from '../lib/i18n.svelte'
import { spoken } from '../lib/words'

const SIGNS: Record<string, string> = { printed: '✓', sure: '✓', likely: '≈', memory: '✎', guess: '✎', reconstructed: '✎', ours: '✎' }

/** Return the sign of a provenance. */
export const signOf = (provenance: string): string => SIGNS[provenance] ?? '·'

/** Return what a provenance is called. */
export const nameOf = (provenance: string): string => (provenance in SIGNS ? t(`cards.${provenance}` as Word) : spoken(provenance))

/** Return what a provenance means. */
export const meaningOf = (provenance: string): string => (provenance in SIGNS ? t(`cards.${provenance}_text` as Word) : '')

/** Tell whether something may differ from what is printed, so that this is to be said beside it. */
export const isDoubtful = (thing: { provenance: string }): boolean => !['', 'sure', 'printed'].includes(thing.provenance)
