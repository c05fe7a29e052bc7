// Spans of time, likelihoods and amounts, as the reader's language writes them.
import { language, t } from './i18n.svelte'

/** Return a number of seconds in the largest fitting unit: `40 seconds`, `3 minutes`, `2 hours`. */
export function spell(seconds: number): string {
  const units = [['day', 86400], ['hour', 3600], ['minute', 60], ['second', 1]] as const
  const [unit, length] = units.find(([, length]) => seconds >= length) ?? units[3]
  const format = new Intl.NumberFormat(language.code, { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 })
  return format.format(Math.floor(seconds / length))
}

/** Return a likelihood in per cent, exact to a tenth; by hand, as a browser takes longer to learn how than for a whole question. */
export function percent(likelihood: number): string {
  const tenths = Math.round(likelihood * 1000)
  return t('number.percent', { n: String(tenths / 10).replace('.', t('number.point')) })
}

/** Return an amount with its sign: `+2`, `−1`. */
export function signed(amount: number): string {
  return amount < 0 ? `−${-amount}` : `+${amount}`
}
