// Which page a path means. A page is the component `pages/<Name>Page.svelte`; what follows in the path is its id.
const PAGES = {
  '': 'Home',
  new: 'New',
  join: 'Join',
  watch: 'Watch',
  table: 'Table',
  replay: 'Replay',
  analysis: 'Analysis',
  workshop: 'Workshop',
  cards: 'Cards',
  characters: 'Characters',
  spaces: 'Spaces',
  rules: 'Rules',
  tutorial: 'Tutorial',
  me: 'Me',
  'signed-in': 'SignedIn',
  settings: 'Settings',
  help: 'Help',
  about: 'About',
  admin: 'Admin',
} as const

/** Pages that need an id in the path: the secret of a link, or a table's id. */
const WANT_ID = ['join', 'watch', 'table', 'replay']
/** Pages without parts that an address could name. */
const WITHOUT_ID = ['', 'new', 'analysis', 'tutorial', 'me', 'signed-in', 'settings', 'help', 'about', 'admin']

export type PageName = (typeof PAGES)[keyof typeof PAGES] | 'Missing'

export interface Place {
  page: PageName
  id: string
}

/** Return which page a path means; one that means none is `Missing`. */
export function placeOf(path: string): Place {
  const [first = '', id = '', ...rest] = path.split('/').slice(1).map(decoded)
  const page = Object.hasOwn(PAGES, first) ? PAGES[first as keyof typeof PAGES] : 'Missing'
  const fits = rest.length === 0 && !(id ? WITHOUT_ID : WANT_ID).includes(first)
  return { page: fits ? page : 'Missing', id }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
