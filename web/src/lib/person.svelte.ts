// Who sits before this browser, as the server knows it; and the name to be called by until then.
import { get, post } from './api'
import { signedIn } from './passkeys'
import type { Person } from './protocol'

const NAMES = ['Alder', 'Bryn', 'Corin', 'Edda', 'Fenn', 'Hazel', 'Isolde', 'Jorun', 'Linnet', 'Marten', 'Nessa', 'Orrin', 'Piers', 'Rowan', 'Sorrel', 'Tamsin', 'Ulric', 'Wren']
const SUGGESTION = NAMES[Math.floor(Math.random() * NAMES.length)]!

export const person = $state<Person>({ name: '', account: '', operator: false })

/** Note who this is, as the server has said. */
export function take(found: Person): void {
  Object.assign(person, found)
}

/** Ask the server who this is. */
export async function known(): Promise<void> {
  take(await get<Person>('me'))
}

/** Return the name to begin with: the known one, the last one used here, or a suggestion, the same until the page is loaded anew. */
export function suggested(): string {
  return person.name || localStorage.getItem('name') || SUGGESTION
}

/** Remember the name last used here. */
export function called(name: string): void {
  localStorage.setItem('name', name)
}

/** Make an account or log in. Throws a Refusal. */
export async function enter(how: 'accounts' | 'login', name: string, password: string): Promise<void> {
  take(await post<Person>(how, { name, password }))
}

/** Log in with a recovery code, which is used up, and have another password from now on. Throws a Refusal. */
export async function recover(name: string, code: string, fresh: string): Promise<void> {
  take(await post<Person>('login/recovery', { name, code, new: fresh }))
}

/** Log in with a passkey. Throws a Refusal. */
export async function enterByPasskey(): Promise<void> {
  take(await signedIn())
}

/** Log out, here or everywhere. Throws a Refusal. */
export async function leave(where: 'logout' | 'logout/everywhere' = 'logout'): Promise<void> {
  take(await post<Person>(where))
}

/** Change the password of the account; all other browsers are logged out. Throws a Refusal. */
export async function changePassword(password: string, fresh: string): Promise<void> {
  take(await post<Person>('password', { password, new: fresh }))
}

/** Delete oneself here, for good; whoever has an account says its password. Throws a Refusal. */
export async function forgetMe(password: string): Promise<void> {
  take(await post<Person>('me/deletion', { password }))
  localStorage.removeItem('name')
}
