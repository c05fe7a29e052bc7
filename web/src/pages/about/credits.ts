// Whose work this page uses, and under which licence.

import type { Word } from '../../lib/i18n.svelte'

export interface Credit {
  what: string
  by: string
  /** How those are named: one by one with others, or as a project. */
  said: Word
  licence: string
  terms: string
  home: string
}

/** Who drew the icons of the set, as its licence names them; the set does not say who drew which. */
export const DRAWN_BY = [
  'Lorc', 'Delapouite', 'John Colburn', 'Felbrigg', 'John Redman', 'Carl Olsen', 'Sbed', 'PriorBlue', 'Willdabeast',
  'Viscious Speed', 'Lord Berandas', 'Irongamer', 'HeavenlyDog',
]

export const CREDITS: Credit[] = [
  { what: 'Game Icons', by: DRAWN_BY.join(', '), said: 'about.by_and_others', licence: 'CC BY 3.0', terms: 'https://creativecommons.org/licenses/by/3.0/', home: 'https://game-icons.net' },
  { what: 'Cinzel', by: 'Cinzel Project Authors', said: 'about.by_project', licence: 'SIL Open Font License 1.1', terms: 'https://openfontlicense.org', home: 'https://fontsource.org/fonts/cinzel' },
  { what: 'Alegreya, Alegreya Sans', by: 'Alegreya and Alegreya Sans Project Authors', said: 'about.by_project', licence: 'SIL Open Font License 1.1', terms: 'https://openfontlicense.org', home: 'https://fontsource.org/fonts/alegreya' },
  { what: 'Svelte', by: 'Svelte contributors', said: 'about.by_project', licence: 'MIT', terms: 'https://github.com/sveltejs/svelte/blob/main/LICENSE.md', home: 'https://svelte.dev' },
]
