import type { ErrorCode } from '#contract/envelope.ts'

export interface RefusalDetail {
  /** Names of the fields that are not valid. */
  readonly fields?: readonly string[]
  /** Seconds until another try is worth it. */
  readonly retryAfterS?: number
  /** Milliseconds until the bet is taken. */
  readonly retryAfterMs?: number
  /** The access token itself is refused. */
  readonly isDeadToken?: boolean
}

/** What cannot be done, with a reason the player is told; anything else thrown is a fault of the server. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: ErrorCode
  readonly detail: RefusalDetail

  constructor(code: ErrorCode, message: string, { cause, ...detail }: RefusalDetail & ErrorOptions = {}) {
    super(message, { cause })
    this.code = code
    this.detail = detail
  }
}
