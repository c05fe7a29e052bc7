// What a reader has chosen for this browser.
export type Theme = 'day' | 'night' | 'system'

/** How large texts are, and by how much that is more than usual. */
export const SCALES = { small: 0.88, usual: 1, large: 1.2, huge: 1.45 }
export type TextSize = keyof typeof SCALES

interface Settings {
  theme: Theme
  text: TextSize
  speed: number // 0 instant, 1 normal, 2 slow
  sound: boolean
  volume: number // 0 silent to 1
  notify: boolean
  hints: boolean
}
const USUAL: Settings = { theme: 'system', text: 'usual', speed: 1, sound: false, volume: 0.7, notify: false, hints: true }

function stored(): Settings {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem('settings') ?? '{}') }
  } catch {
    return USUAL
  }
}

export const settings = $state<Settings>(stored())

/** What a system says whose user wants no movement. */
export const REDUCED = '(prefers-reduced-motion: reduce)'

/** Remember the settings, and let the theme, the size of texts and the wish for stillness take effect. */
export function keep(): void {
  localStorage.setItem('settings', JSON.stringify(settings))
  document.documentElement.dataset.theme = settings.theme
  document.documentElement.style.setProperty('--text-size', String(SCALES[settings.text]))
  document.documentElement.toggleAttribute('data-still', still())
}

/** Whether movement is to be spared, by the reader's system or by choice. */
export function still(): boolean {
  return settings.speed === 0 || matchMedia(REDUCED).matches
}
