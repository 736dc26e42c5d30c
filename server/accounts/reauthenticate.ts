import { FRESH_SESSION_MINUTES } from '#contract/reauthentication.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { CallerSession } from '#server/identity/caller.ts'
import { fitsPassword } from './passwords.ts'
import type { RateLimits } from '#server/identity/rate-limits.ts'
import type { AccountServices } from '#server/identity/services.ts'

const FRESH_MS = FRESH_SESSION_MINUTES * 60_000

/**
 * Counts per session first: a thief in one session does not use up the tries of the player's other sessions.
 * @throws Refusal `rate_limited`
 */
export async function takeTryWithin(limits: RateLimits, { id, uid }: CallerSession): Promise<void> {
  await limits.take('within-session', id)
  await limits.take('within-account', String(uid))
}

/**
 * Returns false for an account without a password. A success does not reset the limit: a thief who knows the password
 * could renew it.
 * @throws Refusal `rate_limited`, `password_wrong`
 */
export async function provePassword(
  { db, limits }: AccountServices,
  session: CallerSession,
  password: string | undefined,
): Promise<boolean> {
  await takeTryWithin(limits, session)
  const row = await db
    .selectFrom('account')
    .select('password_hash')
    .where('id', '=', session.uid)
    .executeTakeFirst()
  if (row?.password_hash === null) return false
  if (await fitsPassword(row?.password_hash ?? null, password ?? '')) return true
  throw new Refusal('password_wrong', 'The password is wrong')
}

/**
 * Asks for the password, or for a recent session if the account has no password.
 * @throws Refusal `rate_limited`, `password_wrong`, `login_again_required`
 */
export async function reauthenticate(
  services: AccountServices,
  session: CallerSession,
  password: string | undefined,
): Promise<void> {
  if (await provePassword(services, session, password)) return
  const row = await services.db
    .selectFrom('session')
    .select('created_at')
    .where('id', '=', session.id)
    .executeTakeFirst()
  if (row && services.clock() - row.created_at.getTime() <= FRESH_MS) return
  throw new Refusal('login_again_required', 'Log in again: the session is too old for this')
}
