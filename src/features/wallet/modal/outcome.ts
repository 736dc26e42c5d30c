import { WalletRejection } from '#features/wallet/connection/wallet-error.ts'
import type { Outcome } from './WalletOutcome.tsx'

/** Turns a thrown value into an outcome to show; undefined for undefined. */
export function outcomeOf(error: unknown): Outcome {
  if (error === undefined) return { status: 'none' }
  return error instanceof WalletRejection ? { status: 'rejected' } : { status: 'failed', error }
}
