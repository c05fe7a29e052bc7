// Spans of time, likelihoods and amounts, as the reader's language writes them.
import { language } from './i18n.svelte'

const formats = new Map<string, Intl.NumberFormat>()

/** Return a number of seconds in the largest fitting unit: `40 seconds`, `3 minutes`, `2 hours`. */
export function spell(seconds: number): string {
  const units = [['day', 86400], ['hour', 3600], ['minute', 60], ['second', 1]] as const
  const [unit, length] = units.find(([, length]) => seconds >= length) ?? units[3]
  const format = new Intl.NumberFormat(language.code, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 })
  return format.format(Math.floor(seconds / length))
}

/** Return a likelihood in per cent, exact to a tenth. */
export function percent(likelihood: number): string {
  const format = formats.get(language.code) ?? new Intl.NumberFormat(language.code, { style: 'percent', maximumFractionDigits: 1 })
  formats.set(language.code, format) // to make one takes longer than all else about an option
  return format.format(likelihood)
}

/** Return an amount with its sign: `+2`, `−1`. */
export function signed(amount: number): string {
  return amount < 0 ? `−${-amount}` : `+${amount}`
}
