import { Refusal } from '#server/base/refusal.ts'
import type { Database } from '#server/db/tables.ts'
import { lockAccount, type AccountLock, type AccountRow } from '#server/identity/account-row.ts'
import type { CallerSession } from '#server/identity/caller.ts'

/**
 * Locks the account until the transaction ends. Checks that the session is still open: otherwise a request that was
 * in flight when the player ended the session could still change how one logs in.
 * @throws Refusal `unauthorized`
 */
export async function lockAccountOf(
  trx: Database,
  { id, uid }: CallerSession,
  lock?: AccountLock,
): Promise<AccountRow> {
  const account = await lockAccount(trx, uid, lock)
  const session = await trx.selectFrom('session').select('id').where('id', '=', id).executeTakeFirst()
  if (session) return account
  throw new Refusal('unauthorized', 'Authorization verification failed', { isDeadToken: true })
}
