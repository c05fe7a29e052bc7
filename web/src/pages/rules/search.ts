// Rules by chapter, and looking through them. Their order is the book's.
import type { Rule } from '../../lib/protocol'
import { holds, spoken } from '../../lib/words'

export interface Chapter {
  id: string
  name: string
  rules: Rule[]
}

/** Return what the chapter of a rule is called: in the words of the book, else by its id. */
export const chapterName = (rule: Rule): string => rule.heading || spoken(rule.chapter)

/** Return rules by chapter, in their order. */
export function chapters(rules: Rule[]): Chapter[] {
  const all = new Map<string, Rule[]>()
  for (const rule of rules) all.set(rule.chapter, [...(all.get(rule.chapter) ?? []), rule])
  return [...all].map(([id, rules]) => ({ id, name: chapterName(rules.find(({ heading }) => heading) ?? rules[0]!), rules }))
}

/** Return the rules that words are found in; those that have them in the title, or are named so, come first. */
export function found(rules: Rule[], words: string): Rule[] {
  const named = rules.filter((rule) => holds([rule.id, rule.title], words))
  return [...named, ...rules.filter((rule) => !named.includes(rule) && holds([rule.id, rule.title, rule.text], words))]
}

/** Return the chapter that an address means: that of a rule, one by its own id, or the first. */
export function chapterOf(all: Chapter[], id: string): Chapter | undefined {
  return all.find((chapter) => chapter.id === id || chapter.rules.some((rule) => rule.id === id)) ?? (id ? undefined : all[0])
}
