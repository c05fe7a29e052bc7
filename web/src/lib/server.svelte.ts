// Whether the server is to be reached. Where a request finds out that it is not, it is tried again until it answers.
import { lookForNewer } from './installed'

const FIRST_WAIT = 1000
const LONGEST_WAIT = 8000
/** What a proxy says that does not reach the server behind it. */
const AWAY = [502, 503, 504]

class Server {
  reached = $state(true)
  /** The path of the page that had to be fetched and could not be; '' if none. */
  missing = $state('')
  private wait = FIRST_WAIT
  private timer: ReturnType<typeof setTimeout> | undefined

  /** Heed that the server is not to be reached: `needed` if what is shown cannot be shown without it. */
  lost(needed: boolean): void {
    if (needed) this.missing = location.pathname
    if (!this.reached) return
    this.reached = false
    this.wait = FIRST_WAIT
    this.later()
  }

  /** Try now whether it answers again. */
  async look(): Promise<void> {
    clearTimeout(this.timer)
    const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
    if (!answer?.ok) return this.later()
    this.missing = ''
    this.reached = true
    await lookForNewer()
  }

  private later(): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.look(), this.wait)
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT)
  }
}

export const server = new Server()

globalThis.addEventListener?.('online', () => server.reached || void server.look())

/** Whether an answer comes from a proxy that does not reach the server. */
export const isAway = (answer: Response): boolean => AWAY.includes(answer.status)
