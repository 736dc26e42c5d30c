import type { ParsedRequest } from '#contract/endpoint.ts'
import * as contract from '#contract/account.ts'
import { PROOF_WAIT_HOURS } from '#contract/proof.ts'
import { Refusal } from '#server/base/refusal.ts'
import { isUniqueViolation } from '#server/db/database-trouble.ts'
import type { PlayerCaller } from '#server/identity/caller.ts'
import { queueMail } from '#server/mail/mail-queue.ts'
import { holdChangedEmails } from '#server/responsible-play/held-ways.ts'
import {
  askerWithin,
  CODE_LIVES_S,
  CODE_RESEND_S,
  makeEmailCode,
  spendEmailCode,
  takeCodeLimitsWithin,
  tryEmailCode,
} from './email-codes.ts'
import { lockAccountOf } from './lock-session.ts'
import { prove } from './prove.ts'
import type { AccountServices } from '#server/identity/services.ts'
import { endSessions } from '#server/identity/sessions.ts'
import { shortenEmail } from '#server/identity/shorten-email.ts'
import { isTakenMailbox } from './shown-mailbox.ts'

const MONEY_WAIT_MS = PROOF_WAIT_HOURS * 60 * 60_000

/**
 * Sends a code to the new address and a notice to the old one. If another account has the new address, only the mail
 * to it says so.
 * @throws Refusal of `prove` and of its result
 */
export async function requestEmailChange(
  services: AccountServices,
  body: ParsedRequest<typeof contract.requestEmailChange>['body'],
  caller: PlayerCaller,
): Promise<{ expiresInS: number; resendInS: number }> {
  const { email, locale: wished } = body
  const proven = await prove(services, caller, { endpoint: contract.requestEmailChange, body })
  // Before the limits for mails: a player who mistyped their code may retry at once.
  await proven.change(async () => {})
  const mayGo = await takeCodeLimitsWithin(services, email, caller.session)
  await services.db.transaction().execute(async (trx) => {
    const account = await lockAccountOf(trx, caller.session)
    const locale = wished ?? account.locale
    const taken = await trx.selectFrom('account').select('id').where('email', '=', email).executeTakeFirst()
    const asker = askerWithin(services.secrets, caller.session)
    const owner = { email, purpose: 'change', asker, uid: account.id } as const
    const code = await makeEmailCode(services, trx, owner, { works: !taken, isSent: mayGo })
    const mail = { to: mayGo ? email : null, locale, shownTo: { uid: account.id } }
    if (taken) await queueMail(services, trx, { ...mail, kind: 'change-taken', values: {} })
    else await queueMail(services, trx, { ...mail, kind: 'change-code', values: { code } })
    const values = { newEmail: shortenEmail(email) }
    await queueMail(services, trx, { to: account.email, locale, kind: 'change-asked', values })
  })
  return { expiresInS: CODE_LIVES_S, resendInS: CODE_RESEND_S }
}

export async function changeEmail(
  services: AccountServices,
  { email, emailCode }: { email: string; emailCode: string },
  { session }: PlayerCaller,
): Promise<void> {
  const { db, secrets, clock } = services
  const asker = askerWithin(secrets, session)
  const owner = { email, purpose: 'change', asker, uid: session.uid } as const
  await tryEmailCode(services, owner, emailCode)
  await db
    .transaction()
    .execute(async (trx) => {
      const { id, email: oldEmail, locale } = await lockAccountOf(trx, session, { isAddressChanged: true })
      await spendEmailCode(services, trx, owner, emailCode)
      const isTaken = await isTakenMailbox(services, trx, email, id)
      await holdChangedEmails(trx, secrets, { from: oldEmail, to: email }, { uid: id, now: clock() })
      if (isTaken) throw taken()
      const now = clock()
      // Gives the old mailbox time to object before a thief can withdraw. A first address replaces no mailbox.
      const heldUntil = oldEmail === null ? null : new Date(now + MONEY_WAIT_MS)
      await trx
        .updateTable('account')
        .set({ email, ...(heldUntil && { money_held_until: heldUntil }) })
        .where('id', '=', id)
        .execute()
      await endSessions(trx, id, session.id)
      const values = { newEmail: shortenEmail(email), uid: id, heldUntil }
      for (const to of [oldEmail, email]) {
        await queueMail(services, trx, { to, locale, kind: 'email-changed', values, shownTo: { uid: id } })
      }
    })
    .catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error
      throw taken()
    })
}

const taken = () => new Refusal('email_taken', 'Another account has this address')
