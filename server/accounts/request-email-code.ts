import type { DataOf, ParsedRequest } from '#contract/endpoint.ts'
import type * as auth from '#contract/auth.ts'
import type { Caller } from '#server/identity/caller.ts'
import { queueMail } from '#server/mail/mail-queue.ts'
import { askerOf, CODE_LIVES_S, CODE_RESEND_S, makeEmailCode, takeCodeLimits } from './email-codes.ts'
import type { AccountServices } from '#server/identity/services.ts'

type Query = ParsedRequest<typeof auth.requestEmailCode>['query']

/**
 * Only the mail reveals whether the address has an account or its limit is reached: the answer and the work for it
 * are always the same.
 */
export async function requestEmailCode(
  services: AccountServices,
  { email, purpose, locale }: Query,
  caller: Caller,
): Promise<DataOf<typeof auth.requestEmailCode>> {
  const account = await services.db
    .selectFrom('account')
    .select(['id', 'locale'])
    .where('email', '=', email)
    .executeTakeFirst()
  const mayGo = await takeCodeLimits(services, { email, uid: account?.id ?? null }, caller)
  await services.db.transaction().execute(async (trx) => {
    const works = purpose === 'register' ? !account : account !== undefined
    const owner = { email, purpose, asker: askerOf(services.secrets, caller), uid: null }
    const code = await makeEmailCode(services, trx, owner, { works, isSent: mayGo })
    const mail = { to: mayGo ? email : null, locale: account?.locale ?? locale }
    // A visitor may read the mails of their own request in practice mode; a reset code only its player.
    const asked = { ...mail, shownTo: { browser: caller.practiceBrowser } }
    if (purpose === 'reset') {
      const to = account ? mail.to : null
      await queueMail(services, trx, { ...mail, to, kind: 'reset-code', values: { code } })
    } else if (account) {
      await queueMail(services, trx, { ...asked, kind: 'register-known', values: {} })
    } else {
      await queueMail(services, trx, { ...asked, kind: 'register-code', values: { code } })
    }
  })
  return { expiresInS: CODE_LIVES_S, resendInS: CODE_RESEND_S }
}
