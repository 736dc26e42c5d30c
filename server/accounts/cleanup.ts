import * as v from 'valibot'
import type { Database } from '#server/db/tables.ts'
import type { Logger } from '#server/base/logger.ts'
import { deleteOldPracticeMail } from '#server/mail/practice-mail.ts'
import { deleteOldMessages } from '#server/messages/delete-old-messages.ts'
import { shareJob } from '#server/jobs/share-job.ts'
import { deleteOldProviderSessions } from '#server/providers/provider-players.ts'
import { deleteSubscriptionsOfEnded } from '#server/push/push-subscriptions.ts'
import { deleteOldSums } from '#server/public-play/public-play.queries.ts'
import { forgetOldWays } from '#server/responsible-play/player-ways.ts'
import type { CheckedClock } from '#server/base/server-clock.ts'
import { IDLE_MS } from '#server/identity/sessions.ts'

const EVERY_MS = 60 * 60_000
const FIRST_MS = 60_000
const DAY_MS = 24 * 60 * 60_000
const LOGINS_KEPT_MS = 365 * DAY_MS
/** Delay after the end of a protection, so that a server clock that was wrong for a while destroys none of them. */
const ENDED_KEPT_MS = 90 * DAY_MS

/** Several processes may run it at once. */
export async function deleteExpired(db: Database, now: number): Promise<void> {
  const at = new Date(now)
  const longAgo = new Date(now - ENDED_KEPT_MS)
  await db
    .deleteFrom('session')
    .where((where) =>
      where.or([
        where('expires_at', '<=', longAgo),
        where('last_used_at', '<=', new Date(now - ENDED_KEPT_MS - IDLE_MS)),
      ]),
    )
    .execute()
  await db.deleteFrom('email_code').where('expires_at', '<=', at).execute()
  await db.deleteFrom('challenge').where('expires_at', '<=', at).execute()
  await db.deleteFrom('operator_session').where('expires_at', '<=', at).execute()
  await db.deleteFrom('operator_challenge').where('expires_at', '<=', at).execute()
  await db.deleteFrom('excluded_email').where('until', '<=', longAgo).execute()
  await db.deleteFrom('excluded_wallet').where('until', '<=', longAgo).execute()
  await forgetOldWays(db, now)
  await db
    .deleteFrom('login_event')
    .where('at', '<=', new Date(now - LOGINS_KEPT_MS))
    .execute()
  await deleteOldPracticeMail(db, now)
  await deleteOldSums(db, now)
  await deleteOldMessages(db, now)
  await deleteOldProviderSessions(db, longAgo)
  await deleteSubscriptionsOfEnded(db)
  await db.deleteFrom('rate_limit').where('expire', '<=', String(now)).execute()
}

/** Runs in one process at a time. The returned function stops it after the current run. */
export function startCleanup(db: Database, clock: CheckedClock, logger: Logger): () => Promise<void> {
  return shareJob({
    db,
    clock,
    logger,
    everyMs: EVERY_MS,
    firstMs: FIRST_MS,
    retryMs: FIRST_MS,
    name: 'clean-up',
    schema: v.null(),
    async work() {
      await deleteExpired(db, clock())
      return { result: null }
    },
    failure: 'clean-up failed',
  })
}
