// The way to the OpenID provider of the server, and back.
import { post, remove } from './api'
import { take } from './person.svelte'
import type { Person, ProviderAsked, WaysIn } from './protocol'
import { noteWays } from './ways.svelte'

/** What the provider puts into the address, as far as the server wants to know it. */
const BROUGHT = ['state', 'code', 'error', 'iss'] as const

/** Leave for the provider, which sends the browser back to the page `/signed-in`. Throws a Refusal. */
async function leave(path: string, body: unknown = {}): Promise<void> {
  location.assign((await post<ProviderAsked>(path, body)).url)
}

/** Sign in at the provider. Throws a Refusal. */
export const enterByProvider = (): Promise<void> => leave('login/openid')
/** Have the provider confirm that it is whose account this is. Throws a Refusal. */
export const confirmByProvider = (): Promise<void> => leave('me/confirmation')
/** Let the provider be one more way into the account. Throws a Refusal. */
export const addProvider = (password: string): Promise<void> => leave('me/identities', { password })

/** Be no longer known by an identity. Throws a Refusal. */
export async function removeIdentity(id: string): Promise<void> {
  noteWays(await remove<WaysIn>(`me/identities/${id}`))
}

/** Tell the server what the provider has put into the address. Throws a Refusal. */
export async function backFromProvider(search: string): Promise<void> {
  const brought = new URLSearchParams(search)
  const told = BROUGHT.filter((name) => brought.has(name)).map((name) => [name, brought.get(name)])
  take(await post<Person>('login/openid/answer', { state: '', ...Object.fromEntries(told) }))
}
