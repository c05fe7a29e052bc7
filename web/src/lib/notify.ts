// Telling somebody who looks elsewhere that it is their turn: by the title, and by the browser if it may.
import { t } from './i18n.svelte'
import { settings } from './settings.svelte'

let shown: Notification | null = null

/** Say in the title of the window what is going on; an empty word says nothing. */
export function entitle(what: string): void {
  const title = what ? `${what} · ${t('app.name')}` : t('app.name')
  if (document.title !== title) document.title = title // to set it is dear, even to what it is
}

/** Whether the browser can tell of turns, and whether it may. */
export function permission(): NotificationPermission | 'unavailable' {
  return typeof Notification === 'undefined' ? 'unavailable' : Notification.permission
}

/** Ask the reader's leave; returns whether it was given. */
export async function askLeave(): Promise<boolean> {
  if (permission() === 'unavailable') return false
  return (await Notification.requestPermission()) === 'granted'
}

/** Notify, if it is wanted and nobody is looking at the page. */
export function notify(title: string, text: string): void {
  if (!settings.notify || !document.hidden || permission() !== 'granted') return
  shown?.close()
  shown = new Notification(title, { body: text, tag: 'stormriver-turn', icon: '/icon.svg' })
  shown.onclick = () => {
    window.focus()
    shown?.close()
  }
}
