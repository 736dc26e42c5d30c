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
 * Fields that cannot change after the approval; only the signer's key can seal them. The idempotency key is included
 * because an id is reused after a backup was restored.
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
