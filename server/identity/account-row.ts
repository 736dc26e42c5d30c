import type { Selectable } from 'kysely'
import type { Database, Tables } from '#server/db/tables.ts'
import { ApiFailure } from '#server/http/refusal-response.ts'

export type AccountRow = Selectable<Tables['account']>

/**
 * The open account, locked until the transaction ends: changes of one account that depend on what it holds
 * take turns.
 * @throws ApiFailure `unauthorized` when it has been closed meanwhile
 */
export async function lockAccount(trx: Database, uid: number): Promise<AccountRow> {
  return found(await openAccount(trx, uid).forUpdate().executeTakeFirst())
}

/** @throws ApiFailure `unauthorized` when it has been closed meanwhile */
export async function readAccount(db: Database, uid: number): Promise<AccountRow> {
  return found(await openAccount(db, uid).executeTakeFirst())
}

const openAccount = (db: Database, uid: number) =>
  db.selectFrom('account').selectAll().where('id', '=', uid).where('closed_at', 'is', null)

function found(row: AccountRow | undefined): AccountRow {
  if (row) return row
  throw new ApiFailure('unauthorized', 'Authorization verification failed', { isDeadToken: true })
}
