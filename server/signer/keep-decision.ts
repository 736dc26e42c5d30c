import { operatorName } from '#server/base/operator-name.ts'
import type { Database } from '#server/db/tables.ts'

interface Decided {
  readonly id: string
  readonly decision: 'approve' | 'refuse' | 'paid' | 'unpaid'
  readonly txId?: string
  /** Default: the user of the machine. */
  readonly by?: string
  readonly now: number
}

/** Call it in the transaction that carries the decision out. */
export async function keepDecision(
  trx: Database,
  { id, decision, txId, by = operatorName(), now }: Decided,
): Promise<void> {
  await trx
    .insertInto('withdrawal_decision')
    .values({
      withdrawal_id: id,
      decision,
      tx_id: txId ?? null,
      decided_by: by.slice(0, 200),
      decided_at: new Date(now),
    })
    .execute()
}
