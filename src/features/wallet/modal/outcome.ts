import { WalletRejection } from '#features/wallet/connection/wallet-error.ts'
import type { Outcome } from './WalletOutcome.tsx'

/** What was thrown, as an outcome to show; undefined while nothing was. */
export function outcomeOf(error: unknown): Outcome {
  if (error === undefined) return { status: 'none' }
  return error instanceof WalletRejection ? { status: 'rejected' } : { status: 'failed', error }
}
