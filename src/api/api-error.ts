export type ApiErrorKind = 'network' | 'timeout' | 'http' | 'malformed'

/** Every failed call rejects with this; a cancelled call rejects with the signal's own reason. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: ApiErrorKind
  /** HTTP status; 0 if there was no answer. */
  readonly status: number
  /** The server's error code, or else the kind. */
  readonly code: string
  /** True if the server rejected the access token itself. */
  readonly isDeadToken: boolean
  /** Names of invalid fields. */
  readonly fields: readonly string[]
  /** Seconds to wait before a retry, if the server says so. */
  readonly retryAfterS: number | null
  /** Finds the call in the log of the server. */
  readonly reference: string | null

  constructor(
    kind: ApiErrorKind,
    message: string,
    details: {
      status?: number
      code?: string
      isDeadToken?: boolean
      fields?: readonly string[]
      retryAfterS?: number | null
      reference?: string | null
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
    this.reference = details.reference ?? null
  }
}
