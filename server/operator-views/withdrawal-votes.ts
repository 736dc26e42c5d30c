import type { Decision } from '#contract/operator/withdrawals.ts'
import { signsItself, type Config } from '#server/config/config.ts'
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
  /** The signer counts votes of this passkey, as far as the database says. */
  readonly isTrusted: boolean
}

interface Services {
  readonly db: Database
  readonly config: Pick<Config, 'mode' | 'databaseUrl'>
}

/** Oldest first. */
export async function readVotes(
  { db, config }: Services,
  withdrawals: readonly string[],
): Promise<readonly Vote[]> {
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
    .leftJoin('operator_passkey as passkey', 'passkey.operator_id', 'operator.id')
    .select(['operator.name', 'operator.removed_at', 'passkey.trusted_at'])
    .where('vote.withdrawal_id', 'in', [...withdrawals])
    .orderBy('vote.id')
    .execute()
  return rows.map((row) => ({
    withdrawal: row.withdrawal_id,
    operator: row.operator_id,
    by: row.name,
    decision: row.decision,
    why: row.why,
    at: row.at,
    isDone: row.done_at !== null,
    isTrusted: row.removed_at === null && (row.trusted_at !== null || signsItself(config)),
  }))
}

/** The newest vote of an operator counts if the signer trusts it, unless the withdrawal has changed since. */
export function countApprovals(
  { id, updated_at }: Pick<WithdrawalRow, 'id' | 'updated_at'>,
  votes: readonly Vote[],
): number {
  const own = votes.filter(({ withdrawal }) => withdrawal === id)
  const newest = [...new Map(own.map((vote) => [vote.operator, vote])).values()]
  return newest.filter(
    ({ decision, isDone, isTrusted, at }) =>
      decision === 'approve' && (isDone || (isTrusted && at >= updated_at)),
  ).length
}
