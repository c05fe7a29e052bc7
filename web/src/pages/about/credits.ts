// Whose work this page uses, and under which licence.

export interface Credit {
  what: string
  by: string
  licence: string
  terms: string
  home: string
}

/** Who drew the icons of the set, as its licence names them; the set does not say who drew which. */
export const DRAWN_BY = [
  'Lorc', 'Delapouite', 'John Colburn', 'Felbrigg', 'John Redman', 'Carl Olsen', 'Sbed', 'PriorBlue', 'Willdabeast',
  'Viscious Speed', 'Lord Berandas', 'Irongamer', 'HeavenlyDog', 'and others',
]

export const CREDITS: Credit[] = [
  { what: 'Game Icons', by: DRAWN_BY.join(', '), licence: 'CC BY 3.0', terms: 'https://creativecommons.org/licenses/by/3.0/', home: 'https://game-icons.net' },
  { what: 'Cinzel', by: 'the Cinzel Project Authors', licence: 'SIL Open Font License 1.1', terms: 'https://openfontlicense.org', home: 'https://fontsource.org/fonts/cinzel' },
  { what: 'Alegreya, Alegreya Sans', by: 'the Alegreya and Alegreya Sans Project Authors', licence: 'SIL Open Font License 1.1', terms: 'https://openfontlicense.org', home: 'https://fontsource.org/fonts/alegreya' },
  { what: 'Svelte', by: 'the Svelte contributors', licence: 'MIT', terms: 'https://github.com/sveltejs/svelte/blob/main/LICENSE.md', home: 'https://svelte.dev' },
]
