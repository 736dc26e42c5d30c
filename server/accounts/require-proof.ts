import type { Database } from '#server/db/tables.ts'
import { ApiFailure } from '#server/http/api-failure.ts'
import type { CallerSession } from '#server/http/caller.ts'
import type { AccountRow } from './account-row.ts'
import { lockAccountOf } from './lock-session.ts'
import type { AccountServices } from './services.ts'
import { checkSecondFactor } from './totp.ts'

/**
 * The locked account of the session, once it has shown its second factor, where it has one. What comes before
 * money or the ways to it moves, after `reauthenticate`.
 * @throws ApiFailure `unauthorized`, `totp_required`, `totp_invalid`
 */
export async function lockProvenAccount(
  trx: Database,
  services: AccountServices,
  session: CallerSession,
  code: string | undefined,
): Promise<AccountRow> {
  const account = await lockAccountOf(trx, session)
  const second = await checkSecondFactor(trx, services, account, code)
  if (second === 'required')
    throw new ApiFailure('totp_required', 'A code of the authenticator is needed too')
  if (second === 'invalid') throw new ApiFailure('totp_invalid', 'The code is wrong or was used before')
  return account
}
