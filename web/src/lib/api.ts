// The HTTP side of the server: one function, typed by what is asked for.
import { language, t } from './i18n.svelte'
import type { Problem } from './protocol'
import { isAway, server } from './server.svelte'

/** What the server said went wrong, in its own sentence. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly where = '',
  ) {
    super(message)
  }
}

async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response
  try {
    response = await fetch(`/api/${path}`, {
      method,
      headers: { 'Accept-Language': language.code, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
  } catch {
    response = new Response(null, { status: 503 })
  }
  if (isAway(response)) {
    server.lost(method === 'GET')
    throw new Refusal(t('failed.unreached'), response.status)
  }
  if (response.headers.has('X-Kept')) server.lost(false)
  if (!response.ok) {
    const problem = (await response.json().catch(() => null)) as Problem | null
    throw new Refusal(problem?.error ?? t('failed.status', { status: response.status }), response.status, problem?.where)
  }
  return (response.status === 204 ? undefined : await response.json()) as T
}

export const get = <T>(path: string): Promise<T> => request<T>('GET', path)
export const remove = <T>(path: string): Promise<T> => request<T>('DELETE', path)
export const post = <T>(path: string, body: unknown = {}): Promise<T> => request<T>('POST', path, body)
