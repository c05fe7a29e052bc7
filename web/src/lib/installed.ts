// The service worker, where a browser allows one: it keeps the page for when there is no server (see worker/).
// It also tells when the server has a newer page than the one that is open; that one gives way then.
const LOADED_ANEW = 'loaded-anew'
/** A page that is loaded anew and fails at once again is not loaded for ever. */
const PATIENCE = 20_000
/** How often a newer page is looked for that could not be fetched, and how long after. */
const TRIES = 4
const PAUSE = 3000

/** Let the page be kept; the worker is fetched once all else has been. */
export function register(): void {
  addEventListener('vite:preloadError', () => void giveWay())
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  if (!import.meta.env.PROD || !workers) return
  let kept = workers.controller !== null
  workers.addEventListener('controllerchange', () => {
    if (kept) whenNothingIsWritten(() => location.reload())
    kept = true
  })
  addEventListener('load', () => void workers.register('/service-worker.js', { updateViaCache: 'none' }).catch(() => undefined))
}

/**
 * Look whether the server has a newer page, as after it was away: it gives way to that. A server that has just begun may
 * not have all of it at hand yet, so that its worker cannot be installed; it is looked for again then.
 */
export async function lookForNewer(tries = TRIES): Promise<void> {
  const again = () => void (tries > 1 && setTimeout(() => void lookForNewer(tries - 1), PAUSE))
  const known = await globalThis.navigator?.serviceWorker?.getRegistration()
  if (!known) return
  const found = await known.update().catch(() => null)
  const coming = found?.installing
  if (!found) again()
  coming?.addEventListener('statechange', () => coming.state === 'redundant' && again())
}

/** A part of the page is not there: the server has a newer one, or it is not to be reached. */
async function giveWay(): Promise<void> {
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
  if (!answer?.ok || Date.now() - Number(sessionStorage.getItem(LOADED_ANEW)) < PATIENCE) return
  sessionStorage.setItem(LOADED_ANEW, String(Date.now()))
  location.reload()
}

function whenNothingIsWritten(deed: () => void): void {
  const field = document.activeElement
  const written = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  if (written && field.value) field.addEventListener('blur', deed, { once: true })
  else deed()
}
