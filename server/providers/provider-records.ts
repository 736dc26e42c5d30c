import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { ProviderTransactionKind } from '#server/db/provider-kinds.ts'
import type { Database } from '#server/db/tables.ts'
import { ALL_BUCKETS, bucketOf } from '#server/ledger/bucket.ts'
import type { LedgerTransaction } from '#server/ledger/ledger-transaction.ts'
import type { ProviderAction, ProviderAnswer, ProviderCall } from './provider-call.ts'
import { RefusedCall } from './refused-call.ts'

/** A call under way, in the transaction of the database that takes it. */
export interface Performing {
  readonly trx: Database
  readonly player: number
  readonly call: ProviderCall
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** The effect of an action. */
export interface Done {
  readonly kind: ProviderTransactionKind
  readonly reference: string | null
  readonly amount: bigint
  readonly short?: bigint
  readonly usd: bigint
  readonly edgeUsd: bigint
  readonly hour: Date
  readonly money: LedgerTransaction | null
}

/** Calls about one player take turns, and wait for a bet of ours that is being taken. */
export async function lockCounts(trx: Database, player: number): Promise<void> {
  const of = { bucket: bucketOf(player), account_id: player }
  await trx
    .insertInto('play_account')
    .values(of)
    .onConflict((conflict) => conflict.columns(['bucket', 'account_id']).doNothing())
    .execute()
  await trx
    .selectFrom('play_account')
    .select('account_id')
    .where('bucket', '=', of.bucket)
    .where('account_id', '=', player)
    .forUpdate()
    .execute()
}

const heldBy = (db: Database, player: number, coin: string) =>
  db
    .selectFrom('ledger_account')
    .select('balance')
    .where('bucket', '=', bucketOf(player))
    .where('account_id', '=', player)
    .where('coin', '=', coin)
    .where('kind', '=', 'available')

/** In the coin's smallest unit. */
export async function playableBalance(db: Database, player: number, coin: string): Promise<bigint> {
  const row = await heldBy(db, player, coin).executeTakeFirst()
  return BigInt(row?.balance ?? 0)
}

/** No other movement changes it before the transaction ends. */
export async function lockBalance(trx: Database, player: number, coin: string): Promise<bigint> {
  const row = await heldBy(trx, player, coin).forUpdate().executeTakeFirst()
  return BigInt(row?.balance ?? 0)
}

export const transactionsOf = (db: Database, provider: string, player: number) =>
  db
    .selectFrom('provider_transaction')
    .selectAll()
    .where('bucket', '=', bucketOf(player))
    .where('provider', '=', provider)

export async function findTransaction(db: Database, provider: string, player: number, id: string) {
  const row = await transactionsOf(db, provider, player).where('id', '=', id).executeTakeFirst()
  // Another player of the bucket has it.
  if (row && row.account_id !== player) throw new RefusedCall('altered_repeat', false)
  return row && { ...row, content_hash: Buffer.from(row.content_hash) }
}

/** True if another player's transaction has the id. */
export async function isElsewhere(
  db: Database,
  provider: string,
  player: number,
  id: string,
): Promise<boolean> {
  const others = ALL_BUCKETS.filter((bucket) => bucket !== bucketOf(player))
  const row = await db
    .selectFrom('provider_transaction')
    .select('id')
    .where('bucket', '=', sql<number>`any(${others}::smallint[])`)
    .where('provider', '=', provider)
    .where('id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Hashes everything that a repetition must repeat. */
export function contentHash({ user, coin, game, round }: ProviderCall, action: ProviderAction): Buffer {
  const said =
    action.type === 'roll-back' ? [action.of] : [`${action.amount}`, action.type === 'win' && action.bet]
  return createHash('sha256')
    .update(JSON.stringify([user, coin, game, round, action.type, ...said]))
    .digest()
}

export async function keep(
  { trx, player, call, now }: Performing,
  action: ProviderAction,
  done: Omit<Done, 'money'>,
  { status, balance }: ProviderAnswer,
): Promise<void> {
  const { kind, reference, amount, short = 0n, usd, edgeUsd, hour } = done
  const of = { bucket: bucketOf(player), account_id: player, provider: call.provider, coin: call.coin }
  const at = new Date(now)
  await trx
    .insertInto('provider_transaction')
    .values({
      ...of,
      id: action.id,
      kind,
      reference,
      content_hash: contentHash(call, action),
      round: call.round,
      game: call.game,
      amount: `${amount}`,
      short: `${short}`,
      usd: `${usd}`,
      edge_usd: `${edgeUsd}`,
      hour,
      status,
      request: call.request,
      balance: `${balance}`,
      at,
    })
    .execute()
  if (short > 0n) {
    await trx
      .insertInto('provider_debt')
      .values({ ...of, transaction_id: action.id, amount: `${short}`, at })
      .execute()
  }
}

/** Adds what was done to the round, and to the player's limits and levels. */
export async function addToRound({ trx, player, call, now }: Performing, done: Done): Promise<void> {
  const { kind, amount, usd, edgeUsd, hour } = done
  if (kind === 'roll-back') return
  const isBet = kind === 'bet' || kind === 'bet-back'
  const sign = kind === 'bet' || kind === 'win' ? 1n : -1n
  const round = {
    bucket: bucketOf(player),
    account_id: player,
    provider: call.provider,
    round: call.round,
  }
  if (kind === 'bet') {
    await trx
      .insertInto('provider_round')
      .values({ ...round, game: call.game, coin: call.coin, opened_at: new Date(now) })
      .onConflict((conflict) => conflict.columns(['bucket', 'account_id', 'provider', 'round']).doNothing())
      .execute()
  }
  const change = (value: bigint) => `${sign * value}`
  const [staked, paid] = isBet ? [change(amount), '0'] : ['0', change(amount)]
  const [risked, edge] = isBet ? [change(usd), change(edgeUsd)] : ['0', '0']
  // A round that is over counts at once.
  await sql`with changed as (
      update provider_round set
        staked = staked + ${staked}::bigint,
        paid = paid + ${paid}::bigint,
        bets = bets + ${kind === 'bet' ? 1 : kind === 'bet-back' ? -1 : 0}::integer,
        usd = usd + ${risked}::bigint,
        edge_usd = edge_usd + ${edge}::bigint,
        counted_usd = counted_usd + case when closed_at is null then 0 else ${risked}::bigint end,
        counted_edge_usd = counted_edge_usd + case when closed_at is null then 0 else ${edge}::bigint end,
        taken_back_usd = taken_back_usd
          + case when closed_at is null then 0 else greatest(0, -(${risked}::bigint)) end,
        taken_back_edge_usd = taken_back_edge_usd
          + case when closed_at is null then 0 else greatest(0, -(${edge}::bigint)) end
      where (bucket, account_id, provider, round) = (${round.bucket}, ${player}, ${call.provider}, ${call.round})
      returning closed_at is not null as is_over
    )
    select provider_count(${round.bucket}::smallint, ${player}::integer, ${hour}::timestamptz,
      ${isBet ? change(usd) : '0'}::bigint, ${isBet ? '0' : change(usd)}::bigint,
      case when is_over then ${risked}::bigint else 0 end, case when is_over then ${edge}::bigint else 0 end)
    from changed`.execute(trx)
}

/** Nothing happens to one that is over. */
export async function closeRound({
  trx,
  player,
  call,
  now,
}: Omit<Performing, 'call'> & { readonly call: Pick<ProviderCall, 'provider' | 'round'> }): Promise<void> {
  await sql`with closed as (
      update provider_round set closed_at = greatest(opened_at, ${new Date(now)}::timestamptz),
        counted_usd = usd, counted_edge_usd = edge_usd
      where (bucket, account_id, provider, round) = (${bucketOf(player)}, ${player}, ${call.provider}, ${call.round})
        and closed_at is null
      returning bucket, account_id, opened_at, usd, edge_usd
    )
    select provider_count(bucket, account_id, opened_at, 0, 0, usd, edge_usd) from closed`.execute(trx)
}
