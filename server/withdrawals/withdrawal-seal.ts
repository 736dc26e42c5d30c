import type { Selectable } from 'kysely'
import { timingSafeEqual } from 'node:crypto'
import type { Secrets } from '#server/identity/secrets.ts'
import type { Tables } from '#server/db/tables.ts'

type Sealed = Pick<
  Selectable<Tables['withdrawal']>,
  'account_id' | 'idempotency_key' | 'coin' | 'chain' | 'address' | 'amount' | 'fee' | 'requested_at'
>
type Key = Pick<Secrets, 'hash'>

/** HMAC of a withdrawal request. Protects the address, which the ledger does not know, from changes in the database. */
export function sealOf(key: Key, row: Sealed): Buffer {
  const { account_id, idempotency_key, coin, chain, address, amount, fee, requested_at } = row
  const asked = [account_id, idempotency_key, coin, chain, address, amount, fee, requested_at.toISOString()]
  return key.hash('withdrawal', JSON.stringify(asked))
}

export const isSealed = (key: Key, row: Sealed & { readonly seal: Uint8Array | null }): boolean =>
  row.seal?.length === 32 && timingSafeEqual(sealOf(key, row), row.seal)
