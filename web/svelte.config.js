import { vitePreprocess } from '@sveltejs/vite-plugin-svelte'

// Styles in files of their own and no inline handlers: the server's Content-Security-Policy allows nothing else.
export default { preprocess: vitePreprocess(), compilerOptions: { runes: true } }
