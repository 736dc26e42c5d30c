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
 * What an operator lets pass: none of it can change afterwards, and no other process can make the seal. The
 * reservation's key is made of the id, which comes again after a backup was restored; the request's own does not.
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

/** Whether an operator who has the signer's key let this withdrawal pass. */
export function isApproved(row: Approved, key: Pick<SignerKey, 'isSealed'>): boolean {
  const { approved_at, approval } = row
  return approved_at !== null && approval !== null && key.isSealed(approvalText(row, approved_at), approval)
}
