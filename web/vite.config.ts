import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { fonts } from './fonts'
import { icons } from './icons'
import { installable } from './installable'

// What several pages share is in few files: each file that a page is preloaded with takes the browser some milliseconds.
const SHARED = [
  { name: 'preload', test: /preload-helper/, priority: 1 }, // every page needs it, and none needs all of a game for it
  { name: 'words', test: /src\/lang\/|virtual:icons/, priority: 1 }, // no code: a browser that looks up where a call is written need not read them
  { name: 'common', test: /src\/(lib|parts|pages\/shared)\// },
  { name: 'game', test: /src\/(ask|board|generic|log|seat|stage|table|tutorial|war)\//, minShareCount: 2 },
]

// The built page is package data of the server, so that whoever installs it needs no Node.
export default defineConfig({
  plugins: [svelte(), fonts(), icons(), installable()],
  build: { outDir: '../src/stormriver/server/page', emptyOutDir: true, assetsInlineLimit: 0, rolldownOptions: { output: { codeSplitting: { groups: SHARED } } } },
  server: { proxy: { '/api': { target: 'http://localhost:8000', ws: true } } },
})
