// By what one signs in at this server, and what makes sure that an account is one's own.
import { get } from './api'
import type { SignIn, WaysIn } from './protocol'

/** What is known of it; until the server is asked, as at one with nothing but passwords. */
export const ways = $state<SignIn & WaysIn>({ accounts: true, passkeys: false, provider: '', password: true, confirmed: 0, identities: [] })
let lapse = 0

/** Ask the server by what one signs in, and by what the account of whoever asks is entered. */
export async function readWays(): Promise<void> {
  const [offered, mine] = await Promise.all([get<SignIn>('accounts'), get<WaysIn>('me/ways-in')])
  Object.assign(ways, offered)
  noteWays(mine)
}

/** Note by what one's account is entered; a confirmation lapses by itself. */
export function noteWays(mine: WaysIn): void {
  Object.assign(ways, mine)
  clearTimeout(lapse)
  lapse = window.setTimeout(() => (ways.confirmed = 0), 1000 * mine.confirmed)
}
