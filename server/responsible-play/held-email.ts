import { RAISE_WAIT_HOURS } from '#contract/responsible-play.ts'
import type { Secrets } from '#server/accounts/secrets.ts'
import type { Database } from '#server/db/tables.ts'
import { ApiFailure } from '#server/http/api-failure.ts'
import { excludeEmail, isExcludedEmail } from './excluded-email.ts'
import { readBreak } from './play-breaks.ts'
import { hasLimits } from './play-limits.ts'

// What holds for a player is not escaped with another account for the address he has or had.

interface Player {
  readonly uid: number
  readonly now: number
}

/**
 * To be called where an account is closed: its address opens no other before the break is over, nor sooner
 * than a raise would have taken where there are limits.
 */
export async function holdEmailOfClosed(
  db: Database,
  secrets: Secrets,
  email: string,
  { uid, now }: Player,
): Promise<void> {
  const current = await readBreak(db, uid, now)
  const breakEnd = current ? Date.parse(current.until) : now
  const raiseEnd = (await hasLimits(db, uid)) ? now + RAISE_WAIT_HOURS * 60 * 60 * 1000 : now
  const until = Math.max(breakEnd, raiseEnd)
  if (until > now) await excludeEmail(db, secrets, email, new Date(until))
}

/**
 * To be called where an account changes its address: during a break neither of the two opens another one.
 * @throws ApiFailure `break_active` when the new one is held longer than the account itself
 */
export async function holdChangedEmails(
  db: Database,
  secrets: Secrets,
  { from, to }: { readonly from: string | null; readonly to: string },
  { uid, now }: Player,
): Promise<void> {
  const current = await readBreak(db, uid, now)
  const until = current ? Date.parse(current.until) : now
  if (await isExcludedEmail(db, secrets, to, until)) {
    throw new ApiFailure('break_active', 'The player of this address takes a break from play')
  }
  if (until === now) return
  for (const email of [from, to]) {
    if (email !== null) await excludeEmail(db, secrets, email, new Date(until))
  }
}
