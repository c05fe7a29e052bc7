import { mount } from 'svelte'
import App from './App.svelte'
import './theme.css'
import { keep, REDUCED } from './lib/settings.svelte'
import { language } from './lib/i18n.svelte'

keep()
matchMedia(REDUCED).addEventListener('change', keep)
document.documentElement.lang = language.code
mount(App, { target: document.getElementById('app')! })
