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

/**
 * Text that the seal of an approval covers. Includes the idempotency key, because the id alone may be used again after a
 * restored backup.
 */
export function approvalText(row: Omit<Approved, 'approved_at' | 'approval'>, at: Date): string {
  const { id, account_id, idempotency_key, chain, address, coin, amount, fee } = row
  return JSON.stringify([
    id,
    account_id,
    idempotency_key,
    chain,
    address,
    coin,
    amount,
    fee,
    at.toISOString(),
  ])
}

export function isApproved(row: Approved, key: Pick<SignerKey, 'isSealed'>): boolean {
  const { approved_at, approval } = row
  return approved_at !== null && approval !== null && key.isSealed(approvalText(row, approved_at), approval)
}
