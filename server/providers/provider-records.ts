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
  const lock = () =>
    trx
      .selectFrom('play_account')
      .select('account_id')
      .where('bucket', '=', of.bucket)
      .where('account_id', '=', player)
      .forUpdate()
      .executeTakeFirst()
  if (await lock()) return
  await trx
    .insertInto('play_account')
    .values(of)
    .onConflict((conflict) => conflict.columns(['bucket', 'account_id']).doNothing())
    .execute()
  await lock()
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

export const findTransaction = (db: Database, provider: string, player: number, id: string) =>
  transactionsOf(db, provider, player)
    .where('account_id', '=', player)
    .where('id', '=', id)
    .executeTakeFirst()

/** In all buckets: an id is used once, whoever the player is. @throws RefusedCall if it is another player's */
export async function findAnywhere(db: Database, provider: string, player: number, id: string) {
  const row = await db
    .selectFrom('provider_transaction')
    .selectAll()
    .where('bucket', '=', sql<number>`any(${ALL_BUCKETS}::smallint[])`)
    .where('provider', '=', provider)
    .where('id', '=', id)
    .executeTakeFirst()
  if (row && row.account_id !== player) throw new RefusedCall('altered_repeat', false)
  return row && { ...row, content_hash: Buffer.from(row.content_hash) }
}

/** Ids of the call that were used, whoever the player was. */
export async function takenIds(db: Database, { provider, actions }: ProviderCall): Promise<Set<string>> {
  const rows = await db
    .selectFrom('provider_transaction')
    .select('id')
    .where('bucket', '=', sql<number>`any(${ALL_BUCKETS}::smallint[])`)
    .where('provider', '=', provider)
    .where('id', '=', sql<string>`any(${actions.map(({ id }) => id)}::text[])`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Hashes everything that a repetition must repeat. */
export function contentHash({ user, coin, game, round }: ProviderCall, action: ProviderAction): Buffer {
  const said =
    action.type === 'roll-back' ? [action.of] : [`${action.amount}`, action.type === 'win' && action.bet]
  return createHash('sha256')
    .update(JSON.stringify([action.id, user, coin, game, round, action.type, ...said]))
    .digest()
}

/** Writes it down, and adds what was done to the round, to the player's limits and levels. */
export async function keep(
  performing: Performing,
  action: ProviderAction,
  done: Omit<Done, 'money'>,
  { status, balance }: ProviderAnswer,
): Promise<void> {
  const { trx, player, call, now } = performing
  const { kind, reference, amount, short = 0n, usd, edgeUsd, hour } = done
  const of = { bucket: bucketOf(player), account_id: player, provider: call.provider, coin: call.coin }
  const at = new Date(now)
  const kept = trx.insertInto('provider_transaction').values({
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
  if (status === 'ok' && kind !== 'roll-back') {
    await sql`with kept as (${kept}), changed as (${addToRound(performing, done)}) ${countOf(performing, done)}`.execute(
      trx,
    )
  } else {
    await kept.execute()
  }
  if (short > 0n) {
    await trx
      .insertInto('provider_debt')
      .values({ ...of, transaction_id: action.id, amount: `${short}`, at })
      .execute()
  }
}

type Change = Pick<Done, 'kind' | 'amount' | 'usd' | 'edgeUsd' | 'hour'>

const signOf = ({ kind }: Change) => (kind === 'bet' || kind === 'win' ? 1n : -1n)
const isOfBet = ({ kind }: Change) => kind === 'bet' || kind === 'bet-back'

/** A round that is over counts at once. */
function addToRound({ player, call, now }: Performing, done: Change) {
  const { amount, usd, edgeUsd } = done
  const round = sql.join([bucketOf(player), player, call.provider, call.round])
  if (done.kind === 'bet') {
    return sql`
      insert into provider_round as known
        (bucket, account_id, provider, round, game, coin, opened_at, staked, bets, usd, edge_usd)
      values (${round}, ${call.game}, ${call.coin}, ${new Date(now)}, ${`${amount}`}, 1, ${`${usd}`}, ${`${edgeUsd}`})
      on conflict (bucket, account_id, provider, round) do update set
        staked = known.staked + excluded.staked,
        bets = known.bets + 1,
        usd = known.usd + excluded.usd,
        edge_usd = known.edge_usd + excluded.edge_usd,
        counted_usd = known.counted_usd + case when known.closed_at is null then 0 else excluded.usd end,
        counted_edge_usd = known.counted_edge_usd
          + case when known.closed_at is null then 0 else excluded.edge_usd end
      returning closed_at is not null as is_over`
  }
  if (done.kind === 'bet-back') {
    const over = (value: bigint) => sql`case when closed_at is null then 0 else ${`${value}`}::bigint end`
    return sql`
      update provider_round set
        staked = staked - ${`${amount}`}::bigint,
        bets = bets - 1,
        usd = usd - ${`${usd}`}::bigint,
        edge_usd = edge_usd - ${`${edgeUsd}`}::bigint,
        counted_usd = counted_usd - ${over(usd)},
        counted_edge_usd = counted_edge_usd - ${over(edgeUsd)},
        taken_back_usd = taken_back_usd + ${over(usd)},
        taken_back_edge_usd = taken_back_edge_usd + ${over(edgeUsd)}
      where (bucket, account_id, provider, round) = (${round})
      returning closed_at is not null as is_over`
  }
  return sql`
    update provider_round set paid = paid + ${`${signOf(done) * amount}`}::bigint
    where (bucket, account_id, provider, round) = (${round})
    returning closed_at is not null as is_over`
}

function countOf({ player }: Performing, done: Change) {
  const { usd, edgeUsd, hour } = done
  const change = (value: bigint) => `${signOf(done) * value}`
  const [staked, paid] = isOfBet(done) ? [change(usd), '0'] : ['0', change(usd)]
  const [risked, edge] = isOfBet(done) ? [change(usd), change(edgeUsd)] : ['0', '0']
  return sql`
    select provider_count(${bucketOf(player)}::smallint, ${player}::integer, ${hour}::timestamptz,
      ${staked}::bigint, ${paid}::bigint,
      case when is_over then ${risked}::bigint else 0 end, case when is_over then ${edge}::bigint else 0 end)
    from changed`
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
