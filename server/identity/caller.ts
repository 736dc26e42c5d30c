import type { Logger } from '#server/base/logger.ts'

/** Who makes a call, as far as the connection tells. */
export interface Caller {
  /** Network address, with an IPv6 one cut to the /64 that one subscriber holds. */
  readonly address: string
  readonly userAgent: string
  /** SHA-256 of the key that the device holds; null for a caller that has none. */
  readonly device: Buffer | null
  /** The origin that was asked, by the request's own word; only practice mode may go by it. */
  readonly origin: string
  readonly logger: Logger
  /** When the request came in, by `performance.now()`; left out where there was none. */
  readonly receivedAt?: number | undefined
  /** What the browser is known by where practice mail is shown; see `server/http/practice-browser.ts`. */
  readonly practiceBrowser?: string | undefined
}

/** The session whose token a call carries. */
export interface CallerSession {
  readonly id: string
  /** The player's number. */
  readonly uid: number
}

export interface PlayerCaller extends Caller {
  readonly session: CallerSession
}
