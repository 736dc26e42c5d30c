import { Refusal } from '#server/base/refusal.ts'
import type { Database } from '#server/db/tables.ts'
import type { AccountRow } from '#server/identity/account-row.ts'

/**
 * Call it after a login method was removed, in the same transaction, under the lock of the account. Its refusal rolls
 * the removal back.
 * @throws Refusal `last_way_in`
 */
export async function requireLoginMethod(trx: Database, account: AccountRow): Promise<void> {
  if (account.email !== null && account.password_hash !== null) return
  const left = await trx
    .selectFrom('passkey')
    .select('account_id')
    .where('account_id', '=', account.id)
    .unionAll(
      trx
        .selectFrom('wallet')
        .select('account_id')
        .where('account_id', '=', account.id)
        .where('logs_in', '=', true),
    )
    .limit(1)
    .executeTakeFirst()
  if (left) return
  throw new Refusal('last_way_in', 'It is the last login method of the account')
}
