// What a space looks like, from the words of its id and kind: `hidden_valley` is a valley, on any map of any edition.
import { known } from '../parts/icons'

export type Ground =
  'grass' | 'woods' | 'hills' | 'fields' | 'plains' | 'desert' | 'stone' | 'town' | 'dark' | 'fire' | 'water' | 'gold'
/** What covers the ground: `none` leaves room for the icon. */
export type Cover = 'trees' | 'mounds' | 'furrows' | 'tufts' | 'dunes' | 'stones' | 'waves' | 'none'

export interface Scene {
  ground: Ground
  cover: Cover
  icon: string
  /** Whether the icon is the picture; else the cover is. */
  place: boolean
}

type Line = [words: string, ground: Ground, cover: Cover, icon: string]

const LANDS: Line[] = [
  ['woods wood', 'woods', 'trees', 'woods'],
  ['hills hill', 'hills', 'mounds', 'hills'],
  ['fields field farm', 'fields', 'furrows', 'fields'],
  ['plains', 'plains', 'tufts', 'plains'],
  ['wilderness heath moor', 'hills', 'stones', 'mountains'],
  ['desert sands', 'desert', 'dunes', 'desert'],
]

const PLACES: Line[] = [
  ['street lane row alley avenue corner square way', 'stone', 'none', 'street'],
  ['fire volcano', 'fire', 'stones', 'fire'],
  ['crown throne', 'gold', 'none', 'crown'],
  ['portal', 'stone', 'stones', 'portal'],
  ['library', 'town', 'none', 'library'],
  ['council court', 'town', 'none', 'council'],
  ['academy school', 'town', 'none', 'academy'],
  ['apothecary potions', 'town', 'none', 'potion'],
  ['emporium', 'town', 'none', 'magic'],
  ['armoury smithy', 'town', 'none', 'armour'],
  ['menagerie', 'town', 'none', 'pet'],
  ['stables', 'town', 'none', 'horse'],
  ['wharf harbour docks', 'water', 'waves', 'ship'],
  ['gaming gambling', 'town', 'none', 'die'],
  ['parlour seer', 'town', 'none', 'craft'],
  ['jail prison', 'dark', 'none', 'jail'],
  ['gate', 'stone', 'stones', 'gate'],
  ['bridge ford causeway', 'stone', 'waves', 'bridge'],
  ['city', 'town', 'none', 'city'],
  ['village town', 'town', 'tufts', 'village'],
  ['shop market', 'town', 'none', 'shop'],
  ['tavern inn', 'town', 'none', 'tavern'],
  ['castle palace', 'grass', 'tufts', 'castle'],
  ['tower', 'dark', 'stones', 'tower'],
  ['temple shrine', 'stone', 'none', 'temple'],
  ['chapel church', 'grass', 'tufts', 'chapel'],
  ['graveyard cemetery', 'dark', 'tufts', 'graveyard'],
  ['ruins ruin', 'stone', 'stones', 'ruins'],
  ['runes rune stones', 'stone', 'stones', 'runes'],
  ['cave cavern', 'dark', 'stones', 'cave'],
  ['mines mine', 'dark', 'stones', 'mines'],
  ['crypt tomb dungeon', 'dark', 'none', 'crypt'],
  ['pits pit', 'dark', 'stones', 'pits'],
  ['chasm', 'dark', 'stones', 'chasm'],
  ['den', 'dark', 'tufts', 'wolf'],
  ['death skull', 'dark', 'none', 'death'],
  ['oasis', 'desert', 'dunes', 'oasis'],
  ['lake river sea water', 'water', 'waves', 'water'],
  ['crags mountains peaks', 'stone', 'stones', 'mountains'],
  ['forest', 'woods', 'tufts', 'forest'],
  ['glade', 'woods', 'tufts', 'glade'],
  ['valley', 'grass', 'tufts', 'chasm'],
  ['plain', 'desert', 'tufts', 'enemy'],
  ['knight', 'stone', 'tufts', 'knight'],
  ['sentinel guard watch', 'hills', 'tufts', 'guard'],
]

function table(lines: Line[], place: boolean): Record<string, Scene> {
  return Object.fromEntries(
    lines.flatMap(([words, ground, cover, icon]) =>
      words.split(' ').map((word) => [word, { ground, cover, icon, place }] as const),
    ),
  )
}
const SCENES: Record<string, Scene> = { ...table(LANDS, false), ...table(PLACES, true) }
const ORDER = Object.keys(SCENES)

/** Return the scene of a space: that of the first word of the tables which is in its id, or else in its kind. */
export function scene(space: { id: string; kind: string }): Scene {
  for (const name of [space.id, space.kind]) {
    const words = name.split('_')
    const found = ORDER.find((word) => words.includes(word))
    if (found) return SCENES[found]!
  }
  return { ground: 'grass', cover: 'tufts', icon: known(space.kind, 'place'), place: true }
}
