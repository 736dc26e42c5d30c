import type { Selectable } from 'kysely'
import { Refusal } from '#server/base/refusal.ts'
import type { Database, Tables } from '#server/db/tables.ts'

export type AccountRow = Selectable<Tables['account']>

export interface AccountLock {
  /**
   * Set when the e-mail address is changed or erased. The address is a key of the table, so this lock waits for
   * transactions that add rows of the account, such as a session; upgrading a weaker lock could deadlock.
   */
  readonly isAddressChanged?: boolean
}

/**
 * Locks the open account until the transaction ends. Rows that refer to it can still be added.
 * @throws Refusal `unauthorized` when it was closed meanwhile
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

/** @throws Refusal `unauthorized` when it was closed meanwhile */
export async function readAccount(db: Database, uid: number): Promise<AccountRow> {
  return found(await openAccount(db, uid).executeTakeFirst())
}

const openAccount = (db: Database, uid: number) =>
  db.selectFrom('account').selectAll().where('id', '=', uid).where('closed_at', 'is', null)

function found(row: AccountRow | undefined): AccountRow {
  if (row) return row
  throw new Refusal('unauthorized', 'Authorization verification failed', { isDeadToken: true })
}
