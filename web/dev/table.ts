// A table playing a recorded game: `npx vite`, then /dev/table.html?at=20&theme=night&language=de. Not part of the built page.
import { mount } from 'svelte'
import { stageOf } from '../src/board/stage.svelte'
import { language } from '../src/lib/i18n.svelte'
import { settings } from '../src/lib/settings.svelte'
import type { Book, TableInfo, Update } from '../src/lib/protocol'
import { TableState } from '../src/lib/table.svelte'
import Table from '../src/table/Table.svelte'
import '../src/theme.css'

const wanted = new URLSearchParams(location.search)
const read = async <T>(name: string): Promise<T> => (await fetch(`/fixtures/${name}.json`)).json() as Promise<T>

document.documentElement.dataset.theme = wanted.get('theme') ?? 'day'
language.code = wanted.get('language') ?? 'en'
settings.speed = Number(wanted.get('speed') ?? 0)
const table = new TableState('sample')
const [book, info, updates] = await Promise.all([read<Book>('book'), read<TableInfo>('info'), read<Update[]>('updates')])
table.book = book
table.info = info
table.line = 'open'
let at = Number(wanted.get('at') ?? 0)
for (const update of updates.slice(0, at + 1)) table.heard(update)
table.catchUp()

mount(Table, { target: document.getElementById('app')!, props: { table } })
Object.assign(window, { table, stage: stageOf(table), next: () => table.heard(updates[++at]!) })
