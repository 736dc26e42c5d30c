import { sql } from 'kysely'
import type { Clock } from '#server/base/clock.ts'
import { Refusal } from '#server/base/refusal.ts'
import { callScope } from '#server/db/call-scope.ts'
import type { Database } from '#server/db/tables.ts'

const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S
const DAY_S = 24 * HOUR_S

const LIMITS = {
  /** Passwords tried on one account, by share: see `shareOf`. */
  'login-account': { points: 10, duration: 15 * MINUTE_S },
  'login-address': { points: 60, duration: 15 * MINUTE_S },
  /** The same by callers of one network whose device or address is unknown: see `takeAtAddress`. */
  'login-network': { points: 600, duration: 15 * MINUTE_S },
  'login-provider': { points: 6_000, duration: 15 * MINUTE_S },
  /** Codes of the second step after the right password, by share: at this rate guessing six digits takes years. */
  'second-step': { points: 30, duration: DAY_S },
  'code-minute': { points: 1, duration: MINUTE_S },
  'code-day': { points: 5, duration: DAY_S },
  /** Mailed codes to one mailbox, by share. Each code allows five tries, by its requester only. */
  'code-mailbox': { points: 10, duration: DAY_S },
  /** Mailed codes requested from one network address, or by one player, to any mailbox. */
  'code-address': { points: 30, duration: HOUR_S },
  'code-network': { points: 300, duration: HOUR_S },
  'code-provider': { points: 3_000, duration: HOUR_S },
  /** Second-step codes and new accounts per wallet, after a valid signature. */
  'login-wallet': { points: 10, duration: 15 * MINUTE_S },
  /** Passkey challenges and wallet messages per network address, known device or player. */
  'challenge-address': { points: 120, duration: 15 * MINUTE_S },
  'challenge-network': { points: 1_200, duration: 15 * MINUTE_S },
  'challenge-provider': { points: 12_000, duration: 15 * MINUTE_S },
  'within-session': { points: 10, duration: 15 * MINUTE_S },
  'within-account': { points: 30, duration: 15 * MINUTE_S },
  /** Wrong second-step codes of a logged-in session: at this rate guessing six digits takes years. */
  'code-session': { points: 20, duration: DAY_S },
  'code-account': { points: 60, duration: DAY_S },
  'wrong-codes-mail': { points: 1, duration: DAY_S },
  'avatar-account': { points: 30, duration: HOUR_S },
  'push-subscription': { points: 60, duration: HOUR_S },
  /** By the service workers of one network address. */
  'push-renewal': { points: 60, duration: HOUR_S },
  /** Withdrawal requests per session: a stolen session does not use up the player's own limit. */
  withdrawal: { points: 30, duration: HOUR_S },
  'deposit-address': { points: 120, duration: HOUR_S },
  'wallet-deposit': { points: 120, duration: HOUR_S },
  'practice-transfer': { points: 60, duration: HOUR_S },
  bonus: { points: 120, duration: HOUR_S },
  reward: { points: 600, duration: HOUR_S },
  'referral-claim': { points: 1, duration: 10 },
  /** Wrong gift codes of a player, and of an address: accounts cost nothing. */
  'gift-code': { points: 10, duration: 15 * MINUTE_S },
  'gift-code-address': { points: 60, duration: HOUR_S },
  'win-link': { points: 60, duration: HOUR_S },
  /** Games of others: each is a call of their provider, which counts ours. */
  'provider-launch': { points: 120, duration: HOUR_S },
  'provider-demo': { points: 600, duration: HOUR_S },
  seeds: { points: 600, duration: HOUR_S },
  'export-account': { points: 10, duration: HOUR_S },
  /** Log-ins of operators, and tries of their invitations, per network address. */
  'operator-login': { points: 60, duration: 15 * MINUTE_S },
  'operator-invitation': { points: 30, duration: 15 * MINUTE_S },
  /** Pages of the long lists: enough for some million bets with their receipts. */
  'export-page': { points: 20_000, duration: HOUR_S },
} as const
export type LimitName = keyof typeof LIMITS

/** Kept in the database: valid across restarts and processes. */
export interface RateLimits {
  /**
   * @returns the count including this try
   * @throws Refusal `rate_limited` with the seconds to wait
   */
  take(name: LimitName, key: string): Promise<number>
  tryTake(name: LimitName, key: string): Promise<boolean>
  giveBack(name: LimitName, key: string): Promise<void>
  forget(name: LimitName, key: string): Promise<void>
}

/** Uses the clock of the process, which is checked: a wrong clock would lock players out. */
export function createRateLimits(db: Database, clock: Clock): RateLimits {
  const consume = async (name: LimitName, key: string) => {
    const counted = await countTry(db, clock(), rowOf(name, key), LIMITS[name])
    // Given back if the database fails: the player is not to blame.
    callScope()?.counted.push({ name: rowOf(name, key), takeBack: () => takeOneOff(name, key) })
    return counted
  }

  const takeOneOff = async (name: LimitName, key: string) => {
    await db
      .updateTable('rate_limit')
      .set((eb) => ({ points: eb('points', '-', 1) }))
      .where('key', '=', rowOf(name, key))
      .where('points', '>', 0)
      .execute()
  }

  return {
    async take(name, key) {
      const { count, retryAfterS } = await consume(name, key)
      if (count !== undefined) return count
      throw new Refusal('rate_limited', 'Too many tries', { retryAfterS })
    },
    tryTake: async (name, key) => (await consume(name, key)).count !== undefined,
    async giveBack(name, key) {
      await takeOneOff(name, key)
      // Once: a failed call gives back all that remains here.
      const counted = callScope()?.counted ?? []
      const own = counted.findIndex((each) => each.name === rowOf(name, key))
      if (own >= 0) counted.splice(own, 1)
    },
    async forget(name, key) {
      await db.deleteFrom('rate_limit').where('key', '=', rowOf(name, key)).execute()
    },
  }
}

interface Limit {
  readonly points: number
  readonly duration: number
}

type Counted =
  | { readonly count: number; readonly retryAfterS?: undefined }
  | { readonly count?: undefined; readonly retryAfterS: number }

/**
 * Atomic across processes.
 * @param now milliseconds since the epoch, by the clock of the process
 */
export async function countTry(
  db: Database,
  now: number,
  row: string,
  { points, duration }: Limit,
): Promise<Counted> {
  const { rows } = await sql<{ points: number; expire: string }>`
    insert into rate_limit as known (key, points, expire)
    values (${row}, 1, ${now + duration * 1_000})
    on conflict (key) do update set
      points = case when known.expire <= ${now} then 1 else known.points + 1 end,
      expire = case when known.expire <= ${now} then excluded.expire else known.expire end
    returning points, expire`.execute(db)
  const [counted] = rows
  if (!counted) throw new Error(`The limit ${row} counted nothing`)
  return counted.points <= points
    ? { count: counted.points }
    : { retryAfterS: Math.max(1, Math.ceil((Number(counted.expire) - now) / 1_000)) }
}

const rowOf = (name: LimitName, key: string) => `${name}:${key}`
