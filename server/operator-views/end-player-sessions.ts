import { endSessions } from '#server/identity/sessions.ts'
import { queueMail } from '#server/mail/mail-queue.ts'
import type { Database } from '#server/db/tables.ts'
import type { AccountServices } from '#server/identity/services.ts'
import { noPlayer } from './require-account.ts'

/** The player is told by mail, unless nothing has ended. @throws Refusal `not_found` */
export async function endSessionsOf(
  services: Pick<AccountServices, 'secrets' | 'clock' | 'config' | 'announceMail'>,
  trx: Database,
  uid: number,
): Promise<number> {
  const account = await trx
    .selectFrom('account')
    .select(['email', 'locale'])
    .where('id', '=', uid)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!account) throw noPlayer()
  const ended = await endSessions(trx, uid)
  const { email: to, locale } = account
  if (ended > 0 && to !== null)
    await queueMail(services, trx, { to, locale, kind: 'sessions-ended', values: {} })
  return ended
}
