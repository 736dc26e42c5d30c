import type { Selectable } from 'kysely'
import { timingSafeEqual } from 'node:crypto'
import type { Secrets } from '#server/identity/secrets.ts'
import type { Tables } from '#server/db/tables.ts'

type Sealed = Pick<
  Selectable<Tables['withdrawal']>,
  'account_id' | 'idempotency_key' | 'coin' | 'chain' | 'address' | 'amount' | 'fee' | 'requested_at'
>
type Key = Pick<Secrets, 'hash'>

/** What only the server makes of a withdrawal: the ledger knows no address, and a row can be written by anybody. */
export function sealOf(key: Key, row: Sealed): Buffer {
  const { account_id, idempotency_key, coin, chain, address, amount, fee, requested_at } = row
  const asked = [account_id, idempotency_key, coin, chain, address, amount, fee, requested_at.toISOString()]
  return key.hash('withdrawal', JSON.stringify(asked))
}

/** Whether it is as the server took it from the player. */
export const isSealed = (key: Key, row: Sealed & { readonly seal: Uint8Array | null }): boolean =>
  row.seal?.length === 32 && timingSafeEqual(sealOf(key, row), row.seal)
