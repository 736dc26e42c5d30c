export type ApiErrorKind =
  /** The server could not be reached. */
  | 'network'
  /** No answer within the time limit. */
  | 'timeout'
  /** The server answered with a failure. */
  | 'http'
  /** The answer is not what the contract says. */
  | 'malformed'

/** What every failed call rejects with. Cancelling a call rejects with the signal's own reason instead. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: ApiErrorKind
  /** HTTP status, 0 when there was no answer. */
  readonly status: number
  /** The server's error code, or the kind when it gave none. */
  readonly code: string
  /** The server refused the access token itself. */
  readonly isDeadToken: boolean
  /** Names of the fields the server found not valid. */
  readonly fields: readonly string[]
  /** Seconds until another try is worth it, where the server says. */
  readonly retryAfterS: number | null

  constructor(
    kind: ApiErrorKind,
    message: string,
    details: {
      status?: number
      code?: string
      isDeadToken?: boolean
      fields?: readonly string[]
      retryAfterS?: number | null
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: details.cause })
    this.kind = kind
    this.status = details.status ?? 0
    this.code = details.code ?? kind
    this.isDeadToken = details.isDeadToken ?? false
    this.fields = details.fields ?? []
    this.retryAfterS = details.retryAfterS ?? null
  }
}
