// Small turns of words that several pages need.

/** Return an id as people would write it: `trophy_points` as `Trophy points`. */
export function spoken(id: string): string {
  const words = id.replace(/[_.]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Return how long ago a time was, in words of the given language. */
export function ago(time: string, language: string, now = Date.now()): string {
  const seconds = Math.round((Date.parse(time) - now) / 1000)
  if (Number.isNaN(seconds)) return ''
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const [unit, size] = SIZES.find(([, least]) => Math.abs(seconds) >= least) ?? SIZES.at(-1)!
  return format.format(Math.round(seconds / size), unit)
}
const SIZES: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
]

/** Return a text without case and accents, for searching. */
export function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Whether every word wanted stands somewhere in the texts. */
export function holds(texts: string[], wanted: string): boolean {
  const text = plain(texts.join(' '))
  return plain(wanted).split(/\s+/).every((word) => text.includes(word))
}
