import type { ProviderStatus } from '#server/db/provider-kinds.ts'

/** Ends the transaction of a call that is refused. */
export class RefusedCall extends Error {
  constructor(
    readonly status: ProviderStatus,
    /** False if the call is judged anew when it is repeated. */
    readonly isKept = true,
  ) {
    super(status)
  }
}
