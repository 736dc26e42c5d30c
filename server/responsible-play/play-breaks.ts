import type { Break } from '#contract/responsible-play.ts'
import { Refusal } from '#server/base/refusal.ts'
import { lockAccount } from '#server/identity/account-row.ts'
import type { AccountServices } from '#server/identity/services.ts'
import type { Database } from '#server/db/tables.ts'
import { queueMail } from '#server/mail/mail-queue.ts'
import { deleteConsentsOf } from '#server/messages/promotion-consents.ts'
import { excludeWays } from './excluded-ways.ts'
import { readPlayPermission } from './play-permission.ts'
import { accountsOfPlayer } from './player-ways.ts'

const HOUR_MS = 60 * 60 * 1000

/** The active break of the player that ends last, on any of their accounts. */
export async function readBreak(db: Database, uid: number, now: number): Promise<Break | null> {
  const row = await db
    .selectFrom('play_break')
    .select(['kind', 'started_at', 'until'])
    .where('account_id', 'in', await accountsOfPlayer(db, uid))
    .where('until', '>', new Date(now))
    .orderBy('until', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row
    ? { kind: row.kind, startedAt: row.started_at.toISOString(), until: row.until.toISOString() }
    : null
}

/**
 * Call it before a deposit or a stake. A break stops play, deposits, raises of limits and promotions on every account that
 * shares a mailbox or a wallet with the one that took it; logging in and withdrawals stay possible.
 * @throws Refusal `break_active`
 */
export async function assertMayPlay(db: Database, uid: number, now: number): Promise<void> {
  const { refusal } = await readPlayPermission(db, uid, now)
  if (refusal) throw refusal
}

/** @throws Refusal `break_active` when the active break lasts as long or longer */
export function takeTimeOut(services: AccountServices, uid: number, hours: number): Promise<void> {
  const now = services.clock()
  return services.db.transaction().execute(async (trx) => {
    const { email, locale } = await lockAccount(trx, uid)
    const until = new Date(now + hours * HOUR_MS)
    await begin(trx, uid, 'time-out', now, until)
    await queueMail(services, trx, { to: email, locale, kind: 'time-out', values: { until } })
  })
}

/**
 * Turns promotions off; e-mail address and wallets cannot open another account until it ends.
 * @throws Refusal `break_active` when the active break lasts as long or longer
 */
export function excludeSelf(services: AccountServices, uid: number, months: number): Promise<void> {
  const now = services.clock()
  return services.db.transaction().execute(async (trx) => {
    const { email, locale } = await lockAccount(trx, uid)
    const until = addMonths(new Date(now), months)
    await begin(trx, uid, 'self-exclusion', now, until)
    await deleteConsentsOf(trx, uid).execute()
    await excludeWays(trx, services.secrets, uid, email, until)
    await queueMail(services, trx, { to: email, locale, kind: 'self-exclusion', values: { until } })
  })
}

async function begin(
  db: Database,
  uid: number,
  kind: Break['kind'],
  now: number,
  until: Date,
): Promise<void> {
  const current = await readBreak(db, uid, now)
  if (current && Date.parse(current.until) >= until.getTime()) {
    throw new Refusal('break_active', 'An active break can only be extended')
  }
  await db
    .insertInto('play_break')
    .values({ account_id: uid, kind, started_at: new Date(now), until })
    .execute()
}

/** A day that the month lacks becomes its last day. */
function addMonths(from: Date, months: number): Date {
  const to = new Date(from)
  to.setUTCMonth(to.getUTCMonth() + months)
  if (to.getUTCDate() !== from.getUTCDate()) to.setUTCDate(0)
  return to
}
