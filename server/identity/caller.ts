import type { Logger } from '#server/base/logger.ts'

export interface Caller {
  /** An IPv6 address is cut to the /64 of one subscriber. */
  readonly address: string
  readonly userAgent: string
  /** SHA-256 of the device token; null if the browser has none. */
  readonly device: Buffer | null
  /** From the request itself, so it can be forged: only practice mode uses it. */
  readonly origin: string
  readonly logger: Logger
  /** By `performance.now()`; absent outside of HTTP. */
  readonly receivedAt?: number | undefined
  /** Identifies the browser that practice mails are shown to; see `server/http/practice-browser.ts`. */
  readonly practiceBrowser?: string | undefined
}

export interface CallerSession {
  readonly id: string
  readonly uid: number
}

export interface PlayerCaller extends Caller {
  readonly session: CallerSession
}
