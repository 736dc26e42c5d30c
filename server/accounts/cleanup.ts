import type { Database } from '#server/db/tables.ts'
import type { Clock } from '#server/http/answer-cache.ts'
import type { Logger } from '#server/logger.ts'
import { deleteOldPracticeMail } from '#server/mail/practice-mail.ts'
import { repeat } from '#server/repeat.ts'
import { forgetOldWays } from '#server/responsible-play/player-ways.ts'
import { IDLE_MS } from './sessions.ts'

const EVERY_MS = 60 * 60_000
const FIRST_MS = 60_000
const DAY_MS = 24 * 60 * 60_000
/** How long tries to log in are kept. */
const LOGINS_KEPT_MS = 365 * DAY_MS

/** Deletes what nobody can use any more. Several processes may do so at once. */
export async function deleteExpired(db: Database, now: number): Promise<void> {
  const at = new Date(now)
  await db
    .deleteFrom('session')
    .where((where) =>
      where.or([where('expires_at', '<=', at), where('last_used_at', '<=', new Date(now - IDLE_MS))]),
    )
    .execute()
  await db.deleteFrom('email_code').where('expires_at', '<=', at).execute()
  await db.deleteFrom('challenge').where('expires_at', '<=', at).execute()
  await db.deleteFrom('excluded_email').where('until', '<=', at).execute()
  await db.deleteFrom('excluded_wallet').where('until', '<=', at).execute()
  await forgetOldWays(db, now)
  await db
    .deleteFrom('login_event')
    .where('at', '<=', new Date(now - LOGINS_KEPT_MS))
    .execute()
  await deleteOldPracticeMail(db, now)
  // Its library has a clock of its own.
  await db.deleteFrom('rate_limit').where('expire', '<=', String(Date.now())).execute()
}

/** Cleans up now and then; the returned function stops it once what is under way is done. */
export function startCleanup(db: Database, clock: Clock, logger: Logger): () => Promise<void> {
  const clean = async () => {
    await deleteExpired(db, clock()).catch((error: unknown) => logger.warn({ err: error }, 'clean-up failed'))
    return EVERY_MS
  }
  return repeat(clean, { firstMs: FIRST_MS }).stop
}
