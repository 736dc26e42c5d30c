import * as contract from '#contract/account.ts'
import type * as auth from '#contract/auth.ts'
import type { ParsedRequest } from '#contract/endpoint.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Caller, PlayerCaller } from '#server/identity/caller.ts'
import { queueMail } from '#server/mail/mail-queue.ts'
import { readAccount } from '#server/identity/account-row.ts'
import { askerOf, emailLimitKey, notThisCode, spendEmailCode, tryEmailCode } from './email-codes.ts'
import { shareOf } from './limit-shares.ts'
import { hashPassword, refuseCommonPassword } from './passwords.ts'
import { prove } from './prove.ts'
import type { AccountServices } from '#server/identity/services.ts'
import { endSessions } from '#server/identity/sessions.ts'

/**
 * Also sets the first password of an account that was opened by wallet.
 * @throws Refusal of `prove` and of its result, `password_common`, `conflict` when the account has no e-mail address
 */
export async function changePassword(
  services: AccountServices,
  body: ParsedRequest<typeof contract.changePassword>['body'],
  caller: PlayerCaller,
): Promise<void> {
  const { db, clock } = services
  const { session } = caller
  const proven = await prove(services, caller, { endpoint: contract.changePassword, body })
  const { email: ownEmail } = await readAccount(db, session.uid)
  if (ownEmail === null) throw new Refusal('conflict', 'The account has no e-mail address yet')
  refuseCommonPassword(body.newPassword, ownEmail)
  const passwordHash = await hashPassword(body.newPassword)
  await proven.change(async (trx, { id, email, locale }) => {
    await trx
      .updateTable('account')
      .set({ password_hash: passwordHash, password_changed_at: new Date(clock()) })
      .where('id', '=', id)
      .execute()
    await endSessions(trx, id, session.id)
    await queueMail(services, trx, { to: email, locale, kind: 'password-changed', values: {} })
  })
}

/**
 * Ends every session.
 * @throws Refusal `password_common`, `email_code_invalid`
 */
export async function resetPassword(
  services: AccountServices,
  { email, emailCode, password }: ParsedRequest<typeof auth.resetPassword>['body'],
  caller: Caller,
): Promise<void> {
  const { db, limits, secrets, clock } = services
  const owner = { email, purpose: 'reset', asker: askerOf(secrets, caller), uid: null } as const
  refuseCommonPassword(password, email)
  await tryEmailCode(services, owner, emailCode)
  const passwordHash = await hashPassword(password)
  const uid = await db.transaction().execute(async (trx) => {
    // Lock the account before the code, as everywhere else: closing the account at the same moment would deadlock.
    await trx.selectFrom('account').select('id').where('email', '=', email).forNoKeyUpdate().execute()
    await spendEmailCode(services, trx, owner, emailCode)
    const account = await trx
      .updateTable('account')
      .set({ password_hash: passwordHash, password_changed_at: new Date(clock()) })
      .where('email', '=', email)
      .returning(['id', 'locale'])
      .executeTakeFirst()
    if (!account) throw notThisCode()
    await endSessions(trx, account.id)
    await queueMail(services, trx, { to: email, locale: account.locale, kind: 'password-reset', values: {} })
    return account.id
  })
  // The counted guesses were at the old password.
  const key = emailLimitKey(secrets, email)
  const { suffix } = await shareOf(services, uid, caller)
  for (const each of new Set([key, key + suffix])) await limits.forget('login-account', each)
}
