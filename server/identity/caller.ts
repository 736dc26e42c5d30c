import type { Role } from '#contract/operator-roles.ts'
import type { Logger } from '#server/base/logger.ts'
import type { Database } from '#server/db/tables.ts'

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

export interface CallerOperator {
  readonly id: number
  readonly name: string
  readonly role: Role
  readonly sessionId: string
  readonly expiresAt: Date
  /** When the session was confirmed by its passkey; null if it was not. */
  readonly confirmedAt: Date | null
}

/** A change in the log of operators. */
export interface ChangeLine {
  /** The number of the row, if something names it; see `nextActionId`. */
  readonly id?: string | undefined
  readonly action: string
  readonly why: string
  /** No secret. */
  readonly what: object
}

export interface OperatorCaller extends Caller {
  readonly operator: CallerOperator
  /** Writes the line of a change. Call it in the transaction of the change, last: it locks the log. */
  readonly keep: (trx: Database, line: ChangeLine) => Promise<void>
}
