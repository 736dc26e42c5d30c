import type { LoginEvent } from '#contract/account.ts'
import type { Database } from '#server/db/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import { deviceName } from '#server/identity/device-name.ts'

const LISTED = 50
const DAY_MS = 24 * 60 * 60 * 1000
/** An address that logged in within this time counts as the player's own. */
export const KNOWN_MS = 30 * DAY_MS
/** Longest time between the password and the code. */
const STEPS_MS = 15 * 60_000

/**
 * `uid` is null for an unknown e-mail address. If the account was closed meanwhile, the row belongs to nobody.
 * @returns the row's number
 */
export async function writeLoginEvent(
  db: Database,
  uid: number | null,
  { method, outcome, caller, now }: Pick<LoginEvent, 'method' | 'outcome'> & { caller: Caller; now: number },
): Promise<string> {
  const { id } = await db
    .insertInto('login_event')
    .values({
      account_id: db
        .selectFrom('account')
        .select('id')
        .where('id', '=', uid ?? 0)
        .where('closed_at', 'is', null)
        .forKeyShare(),
      at: new Date(now),
      method,
      outcome,
      user_agent: caller.userAgent,
      address: caller.address,
      device: caller.device,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * A login with a code counts as one: this removes the first request, which was refused because the code was missing.
 */
export async function forgetFirstStep(
  db: Database,
  uid: number,
  { userAgent, address }: Caller,
  now: number,
): Promise<void> {
  await db
    .deleteFrom('login_event')
    .where('account_id', '=', uid)
    .where('outcome', '=', 'refused')
    .where('address', '=', address)
    .where('user_agent', '=', userAgent)
    .where('at', '>', new Date(now - STEPS_MS))
    .execute()
}

export async function listLogins(db: Database, uid: number): Promise<LoginEvent[]> {
  const rows = await db
    .selectFrom('login_event')
    .select(['at', 'method', 'outcome', 'user_agent', 'address'])
    .where('account_id', '=', uid)
    .orderBy('id', 'desc')
    .limit(LISTED)
    .execute()
  return rows.map(({ at, method, outcome, user_agent, address }) => ({
    at: at.toISOString(),
    method,
    outcome,
    device: deviceName(user_agent),
    address,
  }))
}

/** True if this device has logged in from this address before. */
export async function isFamiliar(db: Database, uid: number, caller: Caller): Promise<boolean> {
  const rows = await db
    .selectFrom('login_event')
    .select('user_agent')
    .distinct()
    .where('account_id', '=', uid)
    .where('outcome', '=', 'ok')
    .where('address', '=', caller.address)
    .execute()
  const device = deviceName(caller.userAgent)
  return rows.some(({ user_agent }) => deviceName(user_agent) === device)
}
