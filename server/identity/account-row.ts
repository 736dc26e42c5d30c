import type { Selectable } from 'kysely'
import { Refusal } from '#server/base/refusal.ts'
import type { Database, Tables } from '#server/db/tables.ts'

export type AccountRow = Selectable<Tables['account']>

/**
 * The open account, locked until the transaction ends: changes of one account that depend on what it holds
 * take turns.
 * @throws Refusal `unauthorized` when it has been closed meanwhile
 */
export async function lockAccount(trx: Database, uid: number): Promise<AccountRow> {
  return found(await openAccount(trx, uid).forUpdate().executeTakeFirst())
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
