import { ApiFailure } from '#server/http/api-failure.ts'
import { fitsPassword } from './passwords.ts'
import type { AccountServices } from './services.ts'

/**
 * Asks for the password again before something sensitive. The limit is not taken back by a success: codes
 * tried from within the account count against the same one, and a known password must not renew it.
 * @throws ApiFailure `rate_limited`, `password_wrong`
 */
export async function requirePassword(
  { db, limits }: AccountServices,
  uid: number,
  password: string,
): Promise<void> {
  await limits.take('reauthenticate', String(uid))
  const account = await db
    .selectFrom('account')
    .select('password_hash')
    .where('id', '=', uid)
    .executeTakeFirst()
  if (!(await fitsPassword(account?.password_hash ?? null, password))) {
    throw new ApiFailure('password_wrong', 'The password is wrong')
  }
}
