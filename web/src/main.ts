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

keep()
matchMedia(REDUCED).addEventListener('change', keep)
document.documentElement.lang = language.code
document.querySelector<HTMLLinkElement>('link[rel=manifest]')!.href = `/manifest.${language.code}.webmanifest`
register()
setTimeout(() => mount(App, { target: document.getElementById('app')! })) // a task of its own: to read the code is one already
