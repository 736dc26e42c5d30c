import { sql, type Updateable } from 'kysely'
import {
  LIMIT_KINDS,
  LIMIT_PERIODS,
  RAISE_CONFIRM_DAYS,
  RAISE_WAIT_HOURS,
  type LimitKind,
  type LimitPeriod,
  type PlayLimit,
} from '#contract/responsible-play.ts'
import { Refusal } from '#server/base/refusal.ts'
import type { Database, Tables } from '#server/db/tables.ts'
import { writeMessages } from '#server/messages/write-messages.ts'
import { assertMayPlay } from './play-breaks.ts'
import { accountsOfPlayer, lockPlayer } from './player-ways.ts'

const HOUR_MS = 60 * 60 * 1000
const WAIT_MS = RAISE_WAIT_HOURS * HOUR_MS
const LAPSE_MS = WAIT_MS + RAISE_CONFIRM_DAYS * 24 * HOUR_MS

interface LimitName {
  readonly kind: LimitKind
  readonly period: LimitPeriod
}

function dollarsOf(cents: string | null): string | null {
  if (cents === null) return null
  const digits = cents.padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * All nine limits, each the lowest of the player's accounts. Lapsed raises are left out; a raise that another account
 * requested is confirmed there.
 */
export async function listLimits(db: Database, uid: number, now: number): Promise<PlayLimit[]> {
  const rows = await db
    .selectFrom('play_limit')
    .selectAll()
    .where('account_id', 'in', await accountsOfPlayer(db, uid))
    .execute()
  return LIMIT_KINDS.flatMap((kind) =>
    LIMIT_PERIODS.map((period) => {
      const same = rows.filter((each) => each.kind === kind && each.period === period)
      const row = same.find(({ account_id }) => account_id === uid)
      const askedAt = row?.raise_asked_at?.getTime() ?? null
      const raise =
        askedAt === null || now >= askedAt + LAPSE_MS
          ? null
          : {
              amount: dollarsOf(row?.raise_amount ?? null),
              confirmableFrom: new Date(askedAt + WAIT_MS).toISOString(),
              lapsesAt: new Date(askedAt + LAPSE_MS).toISOString(),
            }
      return { kind, period, amount: dollarsOf(lowestOf(same)), raise }
    }),
  )
}

function lowestOf(rows: readonly { readonly amount: string | null }[]): string | null {
  const amounts = rows.flatMap(({ amount }) => (amount === null ? [] : BigInt(amount)))
  return amounts.length === 0 ? null : `${amounts.reduce((one, other) => (one < other ? one : other))}`
}

/**
 * Sets a limit in US cents; null removes it. A cut is valid at once and cancels a pending raise. A raise or removal
 * must be confirmed after a wait, which an equal request does not restart.
 * @throws Refusal `break_active` for a raise during a break
 */
export async function setLimit(
  db: Database,
  uid: number,
  { kind, period }: LimitName,
  cents: bigint | null,
  now: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockPlayer(trx, uid)
    const accounts = await accountsOfPlayer(trx, uid)
    const rows = await limitRows(trx, accounts, { kind, period })
    const row = rows.find(({ account_id }) => account_id === uid)
    const amount = lowestOf(rows)
    const current = amount === null ? null : BigInt(amount)
    if (cents === null && current === null) return
    const isCut = cents !== null && (current === null || cents <= current)
    if (isCut) {
      // A pending raise on another account of the player would undo the cut.
      await trx
        .updateTable('play_limit')
        .set({ raise_asked_at: null, raise_amount: null })
        .where('account_id', 'in', accounts)
        .where('kind', '=', kind)
        .where('period', '=', period)
        .execute()
      await write(
        trx,
        uid,
        { kind, period },
        { amount: `${cents}`, raise_asked_at: null, raise_amount: null },
      )
      if (cents !== current)
        await tellOf(trx, uid, { kind, period }, { change: 'set', amount: `${cents}`, now })
      return
    }
    await assertMayPlay(trx, uid, now)
    const raise = cents === null ? null : `${cents}`
    const askedAt = row?.raise_asked_at?.getTime()
    const isPending = askedAt !== undefined && now < askedAt + LAPSE_MS && row?.raise_amount === raise
    if (isPending) return
    await write(trx, uid, { kind, period }, { raise_asked_at: new Date(now), raise_amount: raise })
    await tellOf(trx, uid, { kind, period }, { change: 'asked', amount: raise, now })
  })
}

/**
 * The confirmed raise is valid for all accounts of the player.
 * @throws Refusal `limit_not_ready` when there is no raise, its wait is not over, or it lapsed; `break_active`
 */
export async function confirmRaise(
  db: Database,
  uid: number,
  { kind, period }: LimitName,
  now: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockPlayer(trx, uid)
    await assertMayPlay(trx, uid, now)
    const raised = await trx
      .updateTable('play_limit')
      .set({ amount: sql`raise_amount`, raise_asked_at: null, raise_amount: null })
      .where('account_id', '=', uid)
      .where('kind', '=', kind)
      .where('period', '=', period)
      .where('raise_asked_at', '<=', new Date(now - WAIT_MS))
      .where('raise_asked_at', '>', new Date(now - LAPSE_MS))
      .returning('amount')
      .executeTakeFirst()
    if (!raised) throw new Refusal('limit_not_ready', 'No raise can be confirmed now')
    const { amount } = raised
    await trx
      .updateTable('play_limit')
      .set({ amount })
      .where('account_id', 'in', await accountsOfPlayer(trx, uid))
      .where('kind', '=', kind)
      .where('period', '=', period)
      .$if(amount !== null, (rows) => rows.where('amount', '<', amount))
      .execute()
    await tellOf(trx, uid, { kind, period }, { change: 'raised', amount, now })
  })
}

interface LimitChange {
  readonly change: 'set' | 'asked' | 'raised'
  /** US cents; null for no limit. */
  readonly amount: string | null
  readonly now: number
}

const tellOf = (
  trx: Database,
  player: number,
  { kind, period }: LimitName,
  { change, amount, now }: LimitChange,
): Promise<void> =>
  writeMessages(trx, [
    {
      player,
      // Two changes of one moment differ in their amount.
      key: `limit/${kind}/${period}/${change}/${now}/${amount}`,
      at: new Date(now),
      content: {
        kind: 'limit',
        limit: kind,
        period,
        change,
        amount: dollarsOf(amount),
        confirmableFrom: change === 'asked' ? new Date(now + WAIT_MS).toISOString() : null,
      },
    },
  ])

export async function cancelRaise(db: Database, uid: number, { kind, period }: LimitName): Promise<void> {
  await db
    .updateTable('play_limit')
    .set({ raise_asked_at: null, raise_amount: null })
    .where('account_id', '=', uid)
    .where('kind', '=', kind)
    .where('period', '=', period)
    .execute()
}

/**
 * Call it in the transaction that moves the money and holds the player's lock: otherwise two parallel requests could
 * exceed the limit together.
 * @param cents US cents to be deposited, lost or wagered
 * @param spent US cents of that kind so far in each running period, by all accounts of the player
 * @throws Refusal `limit_reached`
 */
export async function assertWithinLimits(
  db: Database,
  uid: number,
  kind: LimitKind,
  cents: bigint,
  spent: Readonly<Record<LimitPeriod, bigint>>,
): Promise<void> {
  const rows = await db
    .selectFrom('play_limit')
    .select(['period', 'amount'])
    .where('account_id', 'in', await accountsOfPlayer(db, uid))
    .where('kind', '=', kind)
    .where('amount', 'is not', null)
    .execute()
  const reached = rows.find(({ period, amount }) => spent[period] + cents > BigInt(amount ?? 0))
  if (reached) throw new Refusal('limit_reached', `This exceeds the ${kind} limit of the ${reached.period}`)
}

const limitRows = (db: Database, uids: readonly number[], { kind, period }: LimitName) =>
  db
    .selectFrom('play_limit')
    .selectAll()
    .where('account_id', 'in', uids)
    .where('kind', '=', kind)
    .where('period', '=', period)
    .execute()

async function write(
  db: Database,
  uid: number,
  { kind, period }: LimitName,
  values: Pick<Updateable<Tables['play_limit']>, 'amount' | 'raise_asked_at' | 'raise_amount'>,
): Promise<void> {
  await db
    .insertInto('play_limit')
    .values({
      account_id: uid,
      kind,
      period,
      amount: null,
      raise_asked_at: null,
      raise_amount: null,
      ...values,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'kind', 'period']).doUpdateSet(values))
    .execute()
}
