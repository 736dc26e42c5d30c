import type { DataOf, ParsedRequest } from '#contract/endpoint.ts'
import type * as auth from '#contract/auth.ts'
import type { Caller } from '#server/http/caller.ts'
import { queueMail } from '#server/mail/mail-queue.ts'
import { CODE_LIVES_S, CODE_RESEND_S, makeEmailCode, takeCodeLimits } from './email-codes.ts'
import type { AccountServices } from './services.ts'

type Query = ParsedRequest<typeof auth.requestEmailCode>['query']

/**
 * Sends the code an address is proven with. Whether an account has it is told by the mail alone: the
 * answer, and the work behind it, are the same.
 */
export async function requestEmailCode(
  services: AccountServices,
  { email, purpose, locale }: Query,
  { address, practiceBrowser: browser }: Caller,
): Promise<DataOf<typeof auth.requestEmailCode>> {
  await takeCodeLimits(services, email, address)
  await services.db.transaction().execute(async (trx) => {
    const account = await trx
      .selectFrom('account')
      .select('locale')
      .where('email', '=', email)
      .executeTakeFirst()
    const works = purpose === 'register' ? !account : account !== undefined
    const code = await makeEmailCode(services, trx, { email, purpose, uid: null }, works)
    const mail = { to: email, locale: account?.locale ?? locale }
    // Whoever asks to register may read what comes of it; what opens an account only its own player.
    const asked = { ...mail, shownTo: { browser } }
    if (purpose === 'reset') {
      const to = account ? email : null
      await queueMail(services, trx, { ...mail, to, kind: 'reset-code', values: { code } })
    } else if (account) {
      await queueMail(services, trx, { ...asked, kind: 'register-known', values: {} })
    } else {
      await queueMail(services, trx, { ...asked, kind: 'register-code', values: { code } })
    }
  })
  return { expiresInS: CODE_LIVES_S, resendInS: CODE_RESEND_S }
}
