import { createHash } from 'node:crypto'
import { canonicalJson } from '#fair/canonical-json.ts'
import type { WithdrawalRow } from '#server/db/tables.ts'
import { approvedFields } from './approval.ts'

interface Vote {
  readonly operator: number
  readonly decision: 'approve' | 'refuse'
  /** When the vote began: votes from before the withdrawal came to review do not count. */
  readonly at: Date
}

/**
 * The challenge that a passkey signs to vote on a withdrawal: SHA-256, base64url. Anybody who changes the address, the amount, or why
 * the withdrawal is in review makes the vote one on something else.
 */
export const voteChallenge = (row: WithdrawalRow, { operator, decision, at }: Vote): string =>
  createHash('sha256')
    .update(
      canonicalJson([
        'koi withdrawal vote',
        decision,
        operator,
        ...approvedFields(row),
        row.reason,
        at.toISOString(),
      ]),
    )
    .digest('base64url')
