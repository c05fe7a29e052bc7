// The page's own words, in the reader's language. What the game says comes from the server, in the same one.
import de from '../lang/de.json'
import en from '../lang/en.json'
import { spoken } from './words'

export type Word = keyof typeof en
const LANGUAGES: Record<string, Partial<Record<Word, string>>> = { en, de }

export const languages = { en: 'English', de: 'Deutsch' }

class Language {
  code = $state(stored())
}
export const language = new Language()

function stored(): string {
  const wanted = globalThis.localStorage?.getItem('language') ?? globalThis.navigator?.language.slice(0, 2) ?? 'en'
  return wanted in LANGUAGES ? wanted : 'en'
}

/** Choose a language and remember it; the page begins anew, as what the server has said is in the former one. */
export function speak(code: string): void {
  localStorage.setItem('language', code)
  location.reload()
}

/** Return a word of the page such as `level.steady`; one that it does not have is its id, as people write it: `Steady`. */
export function called(word: string): string {
  return word in en ? t(word as Word) : spoken(word.slice(word.indexOf('.') + 1))
}

/** Return a word of the page, with `{name}` filled in; `{n|one|many of {n}}` chooses by number. */
export function t(word: Word, facts: Record<string, string | number> = {}): string {
  const template = LANGUAGES[language.code]?.[word] ?? en[word] ?? word // a word that is missing is seen, and breaks nothing
  if (!template.includes('{')) return template
  return template
    .replace(/\{(\w+)\|([^|{}]*)\|((?:[^{}]|\{\w+\})*)\}/g, (_, name: string, one: string, many: string) =>
      facts[name] === 1 ? one : many,
    )
    .replace(/\{(\w+)\}/g, (_, name: string) => String(facts[name] ?? ''))
}
