import type { ErrorCode } from '#contract/envelope.ts'

export interface RefusalDetail {
  readonly fields?: readonly string[]
  readonly retryAfterS?: number
  readonly retryAfterMs?: number
  /** The access token itself is invalid. */
  readonly isDeadToken?: boolean
}

/** A request that cannot be done, with a reason for the player. Any other error is a fault of the server. */
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
