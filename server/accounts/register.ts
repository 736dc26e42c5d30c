import type * as auth from '#contract/auth.ts'
import type { ParsedRequest } from '#contract/endpoint.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Caller } from '#server/identity/caller.ts'
import { queueMail } from '#server/mail/mail-queue.ts'
import { isExcludedEmail } from '#server/responsible-play/excluded-email.ts'
import { emailWay, keepWay } from '#server/responsible-play/player-ways.ts'
import { addFriend } from '#server/rewards/friends.ts'
import { askerOf, spendEmailCode, tryEmailCode } from './email-codes.ts'
import { writeLoginEvent } from './login-events.ts'
import { inviterOf, openAccount } from './open-account.ts'
import { hashPassword, refuseCommonPassword } from './passwords.ts'
import type { AccountServices } from '#server/identity/services.ts'
import { openSession } from '#server/identity/sessions.ts'
import { isTakenMailbox } from './shown-mailbox.ts'

type Body = ParsedRequest<typeof auth.register>['body']

/**
 * Opens an account and returns the token of its first session. Checks that reveal nothing about the address come
 * before the code, so that they cost no try; the others come after it.
 * @throws Refusal `password_common`, `referral_code_unknown`, `email_code_invalid`, `break_active`, `email_taken`
 */
export async function register(services: AccountServices, body: Body, caller: Caller): Promise<string> {
  const { db, secrets, clock, config } = services
  const { email, emailCode, locale } = body
  const owner = { email, purpose: 'register', asker: askerOf(secrets, caller), uid: null } as const
  refuseCommonPassword(body.password, email)
  const invitedBy = await inviterOf(db, body.referralCode)
  await tryEmailCode(services, owner, emailCode)
  const passwordHash = await hashPassword(body.password)

  return db.transaction().execute(async (trx) => {
    const now = clock()
    await spendEmailCode(services, trx, owner, emailCode)
    if (await isExcludedEmail(trx, secrets, email, now)) {
      throw new Refusal('break_active', 'The player of this address is on a break')
    }
    if (await isTakenMailbox(services, trx, email, null)) throw taken()
    const uid = await openAccount(
      trx,
      {
        email,
        password_hash: passwordHash,
        password_changed_at: new Date(now),
        nickname: body.nickname,
        locale,
        invited_by: invitedBy,
      },
      { mode: config.mode, now },
    )
    if (uid === null) throw taken()
    await keepWay(trx, uid, emailWay(secrets, email))
    const login = { method: 'register', caller, now } as const
    await writeLoginEvent(trx, uid, { ...login, outcome: 'ok' })
    if (invitedBy !== null) await addFriend(trx, { inviter: invitedBy, friend: uid, now })
    await queueMail(services, trx, { to: email, locale, kind: 'welcome', values: {} })
    return openSession(trx, uid, login)
  })
}

const taken = () => new Refusal('email_taken', 'This address has an account')
