import type { Decision } from '#contract/operator/withdrawals.ts'
import { usdOf, type Rate } from '#server/coins/convert-at.ts'
import type { OperatorConfig } from '#server/config/operator-config.ts'
import { DOLLAR_DECIMALS } from '#server/config/play-config.ts'
import type { Database, WithdrawalRow } from '#server/db/tables.ts'

export interface Vote {
  readonly withdrawal: string
  readonly operator: number
  /** Name of the operator. */
  readonly by: string
  readonly decision: Decision
  readonly why: string
  readonly at: Date
  /** The signer has carried the decision out. */
  readonly isDone: boolean
}

/** Oldest first. */
export async function readVotes(db: Database, withdrawals: readonly string[]): Promise<readonly Vote[]> {
  if (withdrawals.length === 0) return []
  const rows = await db
    .selectFrom('withdrawal_vote as vote')
    .innerJoin('operator', 'operator.id', 'vote.operator_id')
    .select([
      'vote.withdrawal_id',
      'vote.operator_id',
      'vote.decision',
      'vote.why',
      'vote.at',
      'vote.done_at',
    ])
    .select('operator.name')
    .where('vote.withdrawal_id', 'in', [...withdrawals])
    .orderBy('vote.id')
    .execute()
  return rows.map(({ withdrawal_id, operator_id, name, decision, why, at, done_at }) => ({
    withdrawal: withdrawal_id,
    operator: operator_id,
    by: name,
    decision,
    why,
    at,
    isDone: done_at !== null,
  }))
}

/** The newest vote of an operator counts, unless the withdrawal has changed since. */
export function countApprovals(
  { id, updated_at }: Pick<WithdrawalRow, 'id' | 'updated_at'>,
  votes: readonly Vote[],
): number {
  const own = votes.filter(({ withdrawal }) => withdrawal === id)
  const newest = [...new Map(own.map((vote) => [vote.operator, vote])).values()]
  return newest.filter(({ decision, isDone, at }) => decision === 'approve' && (isDone || at >= updated_at))
    .length
}

/** As the signer counts, at the last price. */
export const votesNeeded = (
  { fourEyes }: Pick<OperatorConfig, 'fourEyes'>,
  amount: bigint,
  rate: Rate,
): number => (usdOf(amount, rate, DOLLAR_DECIMALS) > fourEyes ? 2 : 1)
