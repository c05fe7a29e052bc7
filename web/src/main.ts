import { mount } from 'svelte'
import App from './App.svelte'
import './theme.css'
import { keep } from './lib/settings.svelte'
import { language } from './lib/i18n.svelte'

keep()
document.documentElement.lang = language.code
mount(App, { target: document.getElementById('app')! })
