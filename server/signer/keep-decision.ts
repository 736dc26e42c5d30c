import { operatorName } from '#server/base/operator-name.ts'
import type { Database } from '#server/db/tables.ts'

interface Decided {
  readonly id: string
  readonly decision: 'approve' | 'refuse' | 'paid' | 'unpaid'
  readonly txId?: string
  readonly now: number
}

/** Permanently records an operator's decision. Call it in the transaction that executes the decision. */
export async function keepDecision(trx: Database, { id, decision, txId, now }: Decided): Promise<void> {
  await trx
    .insertInto('withdrawal_decision')
    .values({
      withdrawal_id: id,
      decision,
      tx_id: txId ?? null,
      decided_by: operatorName(),
      decided_at: new Date(now),
    })
    .execute()
}
