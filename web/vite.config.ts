import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { fonts } from './fonts'
import { icons } from './icons'
import { installable } from './installable'

// The built page is package data of the server, so that whoever installs it needs no Node.
export default defineConfig({
  plugins: [svelte(), fonts(), icons(), installable()],
  build: { outDir: '../src/stormriver/server/page', emptyOutDir: true, assetsInlineLimit: 0 },
  server: { proxy: { '/api': { target: 'http://localhost:8000', ws: true } } },
})
