// The board alone, playing a recorded game: `npx vite`, then /dev/board.html?at=20&theme=night. Not part of the built page.
import { mount } from 'svelte'
import Board from '../src/board/Board.svelte'
import { stageOf } from '../src/board/stage.svelte'
import { settings } from '../src/lib/settings.svelte'
import type { Book, TableInfo, Update } from '../src/lib/protocol'
import { TableState } from '../src/lib/table.svelte'
import '../src/theme.css'

const wanted = new URLSearchParams(location.search)
const read = async <T>(name: string): Promise<T> => (await fetch(`/${wanted.get('from') ?? 'fixtures'}/${name}.json`)).json() as Promise<T>

document.documentElement.dataset.theme = wanted.get('theme') ?? 'day'
settings.speed = Number(wanted.get('speed') ?? 1)
const table = new TableState('sample')
const [book, info, updates] = await Promise.all([read<Book>('book'), read<TableInfo>('info'), read<Update[]>('updates')])
table.book = book
table.info = info
let at = Number(wanted.get('at') ?? 0)
table.heard(updates[at]!)

const frame = document.getElementById('app')!
frame.style.cssText = 'position:fixed;inset:0'
mount(Board, { target: frame, props: { table, onpick: (option) => (document.title = option.key) } })
Object.assign(window, { table, stage: stageOf(table), next: () => table.heard(updates[++at]!) })
