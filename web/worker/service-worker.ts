// The service worker: keeps what the page is made of, and the books and pictures seen, for when the server is not to be
// reached. What the server answers comes first everywhere but where an address can only ever mean one thing.
// The build puts in what the page is made of (see installable.ts); where that changes, this file does, and is installed anew.
declare const VERSION: string
declare const SHELL: string[]
const worker = self as unknown as ServiceWorkerGlobalScope

const KEPT = `shell-${VERSION}`
const PICTURES = 'pictures'
const BOOKS = 'books'
/** So many pictures are kept; the books of every game have fewer. */
const MOST_PICTURES = 3000
/** What a proxy says that does not reach the server behind it. */
const AWAY = [502, 503, 504]

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()))
worker.addEventListener('fetch', (event) => {
  const answer = answerTo(event.request)
  if (answer) event.respondWith(answer)
})

async function install(): Promise<void> {
  const shell = await caches.open(KEPT)
  await shell.addAll(SHELL.map((path) => new Request(path, path === '/' ? { cache: 'reload' } : {})))
  await worker.skipWaiting()
}

/** Forget the page as it was before, and the pictures that have been kept longest. */
async function takeOver(): Promise<void> {
  const old = (await caches.keys()).filter((name) => ![KEPT, PICTURES, BOOKS].includes(name))
  await Promise.all(old.map((name) => caches.delete(name)))
  const pictures = await caches.open(PICTURES)
  const kept = await pictures.keys()
  await Promise.all(kept.slice(0, Math.max(0, kept.length - MOST_PICTURES)).map((one) => pictures.delete(one)))
  await worker.clients.claim()
}

/** Return what a request is answered here; nothing if it goes to the server as it would without a worker. */
function answerTo(request: Request): Promise<Response> | null {
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return null
  if (pathname.startsWith('/assets/')) return forGood(request, KEPT)
  if (pathname.startsWith('/api/pictures/')) return forGood(request, PICTURES)
  if (pathname.startsWith('/api/books/') || pathname === '/api/catalogue') return newest(request)
  const page = request.mode === 'navigate' && !/^\/(api|docs|healthz|metrics)\b/.test(pathname)
  return page ? index(request) : null
}

/** What an address with a hash means never changes: once seen it is not fetched again. */
async function forGood(request: Request, name: string): Promise<Response> {
  const kept = await caches.match(request.url)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await (await caches.open(name)).put(request.url, answer.clone())
  return answer
}

/** The page as the server has it; only if it is not to be reached, as it was last. */
async function index(request: Request): Promise<Response> {
  const answer = await reached(request)
  return answer ?? (await caches.match('/')) ?? Response.error()
}

/** A book as the server has it; only if it is not to be reached, as it was last in this language. */
async function newest(request: Request): Promise<Response> {
  const books = await caches.open(BOOKS)
  const key = new URL(request.url)
  key.searchParams.set('in', request.headers.get('Accept-Language') ?? '')
  const answer = await reached(request)
  if (answer?.ok) await books.put(key, answer.clone())
  const kept = answer ? undefined : await books.match(key)
  return answer ?? (kept ? remembered(kept) : Response.error())
}

/** Return an answer that says of itself that it was kept, so that the page tells its reader. */
function remembered({ body, headers }: Response): Response {
  return new Response(body, { headers: { ...Object.fromEntries(headers), 'X-Kept': 'yes' } })
}

/** Return what the server answers, or null if it is not to be reached. */
async function reached(request: Request): Promise<Response | null> {
  const answer = await fetch(request).catch(() => null)
  return answer && !AWAY.includes(answer.status) ? answer : null
}
