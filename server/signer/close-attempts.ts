import { sql, type Selectable } from 'kysely'
import type { Database, Tables } from '#server/db/tables.ts'
import type { SignedTransaction } from './chain-sender.ts'

export type Attempt = Selectable<Tables['withdrawal_transaction']>

interface Closing {
  readonly attempt: Pick<Attempt, 'id' | 'withdrawal_id' | 'nonce'>
  readonly outcome: 'confirmed' | 'reverted' | 'expired'
  readonly at: Date
}

/** Ends all attempts of a withdrawal. When one has paid, the others never can. */
export async function closeAttempts(trx: Database, { attempt, outcome, at }: Closing): Promise<void> {
  const id = attempt.withdrawal_id
  await trx
    .updateTable('withdrawal_transaction')
    .set({
      outcome: sql`case when id = ${attempt.id} then ${outcome} else 'expired' end`,
      settled_at: at,
    })
    .where('withdrawal_id', '=', id)
    .where('outcome', 'is', null)
    .execute()
  if (attempt.nonce === null) return
  await trx
    .updateTable('withdrawal_nonce')
    .set({ outcome: outcome === 'expired' ? 'lost' : 'used' })
    .where('withdrawal_id', '=', id)
    .where('outcome', 'is', null)
    .execute()
}

export const signedOf = ({ tx_id, raw, expires_at, nonce, signed_block }: Attempt): SignedTransaction => ({
  txId: tx_id,
  raw,
  expiresAt: expires_at?.getTime() ?? null,
  signedBlock: signed_block === null ? null : Number(signed_block),
  nonce: nonce === null ? null : Number(nonce),
})
