// Passkeys: what the server wants an authenticator to be asked, put to it by the browser, and its answer sent back.
import { post, Refusal } from './api'
import { t } from './i18n.svelte'
import type { Passkey, PasskeyAsked, Person } from './protocol'
import { ways } from './ways.svelte'

/** Tell whether this server has passkeys, and this browser can use them. */
export const offered = (): boolean => ways.passkeys && 'PublicKeyCredential' in globalThis && 'parseCreationOptionsFromJSON' in PublicKeyCredential

/** Have a passkey made and kept; return all of one's own. Throws a Refusal. */
export async function made(name: string, password: string): Promise<Passkey[]> {
  const { options } = await post<PasskeyAsked>('me/passkeys/options', { password })
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as unknown as PublicKeyCredentialCreationOptionsJSON)
  return post<Passkey[]>('me/passkeys', { name, credential: await answer(navigator.credentials.create({ publicKey })) })
}

/** Sign in with a passkey. Throws a Refusal. */
export async function signedIn(): Promise<Person> {
  const { options } = await post<PasskeyAsked>('login/passkey/options')
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as unknown as PublicKeyCredentialRequestOptionsJSON)
  return post<Person>('login/passkey', { credential: await answer(navigator.credentials.get({ publicKey })) })
}

/** Return what an authenticator answers as the server reads it. Throws a Refusal if somebody breaks it off. */
async function answer(asked: Promise<Credential | null>): Promise<unknown> {
  try {
    return ((await asked) as PublicKeyCredential).toJSON()
  } catch (problem) {
    const known = problem instanceof DOMException && problem.name === 'InvalidStateError'
    throw new Refusal(t(known ? 'passkeys.known' : 'passkeys.broken_off'), 0)
  }
}
