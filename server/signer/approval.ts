import type { Selectable } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import type { SignerKey } from './signer-key.ts'

type Approved = Pick<
  Selectable<Tables['withdrawal']>,
  | 'id'
  | 'account_id'
  | 'idempotency_key'
  | 'chain'
  | 'address'
  | 'coin'
  | 'amount'
  | 'fee'
  | 'approved_at'
  | 'approval'
>

type Fields = Omit<Approved, 'approved_at' | 'approval'>

/** They cannot change. The idempotency key is included because an id is reused after a backup was restored. */
export const approvedFields = (row: Fields) => [
  row.id,
  row.account_id,
  row.idempotency_key,
  row.chain,
  row.address,
  row.coin,
  row.amount,
  row.fee,
]

/** Only the signer's key can seal it. */
export const approvalText = (row: Fields, at: Date): string =>
  JSON.stringify([...approvedFields(row), at.toISOString()])

export function isApproved(row: Approved, key: Pick<SignerKey, 'isSealed'>): boolean {
  const { approved_at, approval } = row
  return approved_at !== null && approval !== null && key.isSealed(approvalText(row, approved_at), approval)
}
