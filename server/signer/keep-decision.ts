import { userInfo } from 'node:os'
import type { Database } from '#server/db/tables.ts'

interface Decided {
  /** Of the withdrawal. */
  readonly id: string
  readonly decision: 'approve' | 'refuse' | 'paid' | 'unpaid'
  readonly txId?: string
  readonly now: number
}

/** Writes down, for ever, who decided what about a withdrawal; in the transaction that does it. */
export async function keepDecision(trx: Database, { id, decision, txId, now }: Decided): Promise<void> {
  await trx
    .insertInto('withdrawal_decision')
    .values({
      ...{ withdrawal_id: id, decision, tx_id: txId ?? null },
      ...{ decided_by: operatorName(), decided_at: new Date(now) },
    })
    .execute()
}

/** Of the user of the machine; containers may have users without a name. */
export function operatorName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}
