import type { ProviderStatus } from '#server/db/provider-kinds.ts'
import type { ProviderAction } from './provider-call.ts'

/** Ends the transaction of a call that is refused. */
export class RefusedCall extends Error {
  /** The action that cannot be done; null if that is known of it from before. */
  action: ProviderAction | null = null

  constructor(
    readonly status: ProviderStatus,
    /** False if the call is judged anew when it is repeated. */
    readonly isKept = true,
  ) {
    super(status)
  }
}
