import type { Database } from '#server/db/tables.ts'

export interface Vote {
  readonly withdrawal: string
  /** Name of the operator. */
  readonly by: string
  readonly decision: 'approve' | 'refuse'
  readonly why: string
  readonly at: Date
  /** The signer has carried the decision out. */
  readonly isDone: boolean
}

/** Oldest first. */
export async function readVotes(_db: Database, _withdrawals: readonly string[]): Promise<readonly Vote[]> {
  return []
}

/** How many operators must agree to a withdrawal of this worth, in US cents; null where it has no price. */
export const votesNeeded = (_cents: bigint | null): number => 1
