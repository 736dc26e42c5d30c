import { sql } from 'kysely'
import type { Clock } from '#server/base/clock.ts'
import { Refusal } from '#server/base/refusal.ts'
import { callScope } from '#server/db/call-scope.ts'
import type { Database } from '#server/db/tables.ts'

const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S
const DAY_S = 24 * HOUR_S

/** How often something may be tried: `points` times within `duration` seconds. */
const LIMITS = {
  /** Passwords tried against one account, by share: see `shareOf`. */
  'login-account': { points: 10, duration: 15 * MINUTE_S },
  /** Passwords and signatures tried from one address, against any account. */
  'login-address': { points: 60, duration: 15 * MINUTE_S },
  /** The same from a network, by those whom nobody knows there: see `takeAtAddress`. */
  'login-network': { points: 600, duration: 15 * MINUTE_S },
  'login-provider': { points: 6_000, duration: 15 * MINUTE_S },
  /** Codes tried with the right password, by share: six digits bear no more for years on end. */
  'second-step': { points: 30, duration: DAY_S },
  /** Codes by mail that one asker has sent to one mailbox. */
  'code-minute': { points: 1, duration: MINUTE_S },
  'code-day': { points: 5, duration: DAY_S },
  /** Codes by mail to one mailbox, by share. Each takes five tries, and nobody can guess at another one. */
  'code-mailbox': { points: 10, duration: DAY_S },
  /** Codes by mail that one address of the network, or one player, has sent anywhere. */
  'code-address': { points: 30, duration: HOUR_S },
  'code-network': { points: 300, duration: HOUR_S },
  'code-provider': { points: 3_000, duration: HOUR_S },
  /** Codes tried, and accounts opened, with one wallet, whose signature was good. */
  'login-wallet': { points: 10, duration: 15 * MINUTE_S },
  /** Challenges for passkeys and messages for wallets handed to one address, known device or player. */
  'challenge-address': { points: 120, duration: 15 * MINUTE_S },
  'challenge-network': { points: 1_200, duration: 15 * MINUTE_S },
  'challenge-provider': { points: 12_000, duration: 15 * MINUTE_S },
  /** Passwords tried from within one session, and from within all sessions of an account. */
  'within-session': { points: 10, duration: 15 * MINUTE_S },
  'within-account': { points: 30, duration: 15 * MINUTE_S },
  /** Wrong codes of the second step tried from within: six digits bear no more for years on end. */
  'code-session': { points: 20, duration: DAY_S },
  'code-account': { points: 60, duration: DAY_S },
  /** Word to the player of wrong codes in one session. */
  'wrong-codes-mail': { points: 1, duration: DAY_S },
  'avatar-account': { points: 30, duration: HOUR_S },
  /** Withdrawals asked for within one session: a stolen one leaves the player's own theirs. */
  withdrawal: { points: 30, duration: HOUR_S },
  /** Reading or changing one's deposit address. */
  'deposit-address': { points: 120, duration: HOUR_S },
  /** Asking what to send from a wallet, and telling what was sent. */
  'wallet-deposit': { points: 120, duration: HOUR_S },
  'practice-transfer': { points: 60, duration: HOUR_S },
  /** Choosing for or against bonuses, and giving them up. */
  bonus: { points: 120, duration: HOUR_S },
  /** New seed pairs. */
  seeds: { points: 600, duration: HOUR_S },
  'export-account': { points: 10, duration: HOUR_S },
  /** Pages of its long lists: some million bets with their receipts. */
  'export-page': { points: 20_000, duration: HOUR_S },
} as const
export type LimitName = keyof typeof LIMITS

/** Limits that hold across restarts and processes: they live in the database. */
export interface RateLimits {
  /**
   * @returns how many there are now
   * @throws Refusal `rate_limited` with the seconds to wait
   */
  take(name: LimitName, key: string): Promise<number>
  /** The same without an error: false where there is no room. */
  tryTake(name: LimitName, key: string): Promise<boolean>
  /** Takes one try back, which turned out to be none. */
  giveBack(name: LimitName, key: string): Promise<void>
  /** Counts afresh, after a success. */
  forget(name: LimitName, key: string): Promise<void>
}

/** Counted by the process's clock, which all processes share: one that is wrong would lock players out for its error. */
export function createRateLimits(db: Database, clock: Clock): RateLimits {
  const consume = async (name: LimitName, key: string) => {
    const counted = await countTry(db, clock(), rowOf(name, key), LIMITS[name])
    // What could not be done for want of a database was no try of the player's.
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
      // Once: a call that could not be done takes back whatever is left here.
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
  /** In seconds. */
  readonly duration: number
}

/** How many there are now, or, where that is too many, in how many seconds there may be one again. */
type Counted =
  | { readonly count: number; readonly retryAfterS?: undefined }
  | { readonly count?: undefined; readonly retryAfterS: number }

/** Counts one more, for all processes. @param now milliseconds since the epoch, by the clock that they share */
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
