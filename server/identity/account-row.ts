import type { Selectable } from 'kysely'
import { Refusal } from '#server/base/refusal.ts'
import type { Database, Tables } from '#server/db/tables.ts'

export type AccountRow = Selectable<Tables['account']>

export interface AccountLock {
  /**
   * Its address is changed or erased. That is a key of the table, so it waits for rows that are being added for the
   * account, such as a session; a lock that only became this strong later could end in a deadlock.
   */
  readonly isAddressChanged?: boolean
}

/**
 * The open account, locked until the transaction ends: changes of one account that depend on what it holds
 * take turns. Rows that refer to it can be added meanwhile.
 * @throws Refusal `unauthorized` when it has been closed meanwhile
 */
export async function lockAccount(
  trx: Database,
  uid: number,
  { isAddressChanged = false }: AccountLock = {},
): Promise<AccountRow> {
  const account = openAccount(trx, uid)
  const locked = isAddressChanged ? account.forUpdate() : account.forNoKeyUpdate()
  return found(await locked.executeTakeFirst())
}

/** @throws Refusal `unauthorized` when it has been closed meanwhile */
export async function readAccount(db: Database, uid: number): Promise<AccountRow> {
  return found(await openAccount(db, uid).executeTakeFirst())
}

const openAccount = (db: Database, uid: number) =>
  db.selectFrom('account').selectAll().where('id', '=', uid).where('closed_at', 'is', null)

function found(row: AccountRow | undefined): AccountRow {
  if (row) return row
  throw new Refusal('unauthorized', 'Authorization verification failed', { isDeadToken: true })
}
