import { mount } from 'svelte'
import App from './App.svelte'
import '@fontsource-variable/cinzel'
import '@fontsource/alegreya/400.css'
import '@fontsource/alegreya/700.css'
import '@fontsource/alegreya/400-italic.css'
import '@fontsource/alegreya-sans/400.css'
import '@fontsource/alegreya-sans/500.css'
import '@fontsource/alegreya-sans/700.css'
import './theme.css'
import { keep, REDUCED } from './lib/settings.svelte'
import { language } from './lib/i18n.svelte'
import { register } from './lib/installed'
import { route } from './lib/route.svelte'
import { codeOf } from './pages/code'

/** The faces of the page. */
const FACES = ['1em "Cinzel Variable"', ...['400', '700', 'italic'].map((face) => `${face} 1em Alegreya`), ...[400, 500, 700].map((weight) => `${weight} 1em "Alegreya Sans"`)]
/** For so long the page waits for its faces, in milliseconds: one that comes to a text later has all laid out anew, and others looked for meanwhile. */
const PATIENCE = 400

keep()
matchMedia(REDUCED).addEventListener('change', keep)
document.documentElement.lang = language.code
document.querySelector<HTMLLinkElement>('link[rel=manifest]')!.href = `/manifest.${language.code}.webmanifest`
register()
// Tasks of their own: to read this code is one already, and to ask for that of the page another.
setTimeout(() => {
  void codeOf(route.path).catch(() => undefined) // the page says so
  const faces = FACES.map((face) => document.fonts.load(face).catch(() => undefined))
  const late = new Promise((gone) => setTimeout(gone, PATIENCE))
  void Promise.race([Promise.all(faces), late]).then(() => setTimeout(() => mount(App, { target: document.getElementById('app')! })))
})
