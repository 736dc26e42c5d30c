import { FRESH_SESSION_MINUTES } from '#contract/reauthentication.ts'
import { ApiFailure } from '#server/http/api-failure.ts'
import type { CallerSession } from '#server/http/caller.ts'
import { fitsPassword } from './passwords.ts'
import type { AccountServices } from './services.ts'

const FRESH_MS = FRESH_SESSION_MINUTES * 60_000

/**
 * Asks who the player is again before something sensitive: by the password, or, for an account without one,
 * by a session that was opened just now. The limit is not taken back by a success: codes tried from within
 * the account count against the same one, and a known password must not renew it.
 * @throws ApiFailure `rate_limited`, `password_wrong`, `login_again_required`
 */
export async function reauthenticate(
  { db, limits, clock }: AccountServices,
  { id, uid }: CallerSession,
  password: string | undefined,
): Promise<void> {
  await limits.take('reauthenticate', String(uid))
  const row = await db
    .selectFrom('account')
    .innerJoin('session', 'session.account_id', 'account.id')
    .select(['account.password_hash', 'session.created_at'])
    .where('session.id', '=', id)
    .executeTakeFirst()
  if (row?.password_hash === null) {
    if (clock() - row.created_at.getTime() <= FRESH_MS) return
    throw new ApiFailure('login_again_required', 'Log in again: the session is too old for this')
  }
  if (!(await fitsPassword(row?.password_hash ?? null, password ?? ''))) {
    throw new ApiFailure('password_wrong', 'The password is wrong')
  }
}
