import { sql } from 'kysely'
import {
  BETS_PER_PAGE,
  MAX_RECEIPTS_PER_PAGE,
  type AnyBet,
  type listBets,
  type Receipt,
  type Round,
} from '#contract/play.ts'
import type { ParsedRequest } from '#contract/endpoint.ts'
import { MULTIPLIER_SCALE } from '#fair/multiplier.ts'
import { Refusal } from '#server/base/refusal.ts'
import { toDecimal } from '#server/coins/units.ts'
import type { Database } from '#server/db/tables.ts'
import type { Secrets } from '#server/identity/secrets.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { toBet, toReceipt, toRound, toSharedBet } from './play-answers.ts'
import { drawnOf, openRoundOf, settledBetOf } from './play-record.ts'
import { openServerSeed } from './seed-pairs.ts'
import { openSharedBetOf, settledSharedBetOf } from './shared-record.ts'

interface Reading {
  readonly db: Database
  readonly secrets: Pick<Secrets, 'decrypt'>
}

const betsOf = (db: Database, uid: number) =>
  db
    .selectFrom('bet')
    .leftJoin('seed_pair', (join) =>
      join
        .onRef('seed_pair.bucket', '=', 'bet.bucket')
        .onRef('seed_pair.account_id', '=', 'bet.account_id')
        .onRef('seed_pair.ordinal', '=', 'bet.pair'),
    )
    .leftJoin('crash_round as shared', 'shared.id', 'bet.crash_round')
    .innerJoin('coin', 'coin.id', 'bet.coin')
    .selectAll('bet')
    .select([
      'seed_pair.hash',
      'seed_pair.client_seed',
      'seed_pair.state',
      'seed_pair.sealed',
      'coin.decimals',
      'shared.point',
      'shared.salt',
      'shared.game_hash',
      'shared.locked_at',
      'shared.beacon_round',
      'shared.beacon_signature',
    ])
    .where('bet.bucket', '=', bucketOf(uid))
    .where('bet.account_id', '=', uid)

type BetRow = Awaited<ReturnType<ReturnType<typeof betsOf>['execute']>>[number]

function shownBet(secrets: Reading['secrets'], uid: number, row: BetRow): AnyBet {
  const { pair: ordinal, sealed, hash, decimals } = row
  if (row.crash_round !== null) {
    const { point, game_hash: gameHash, locked_at: lockedAt, beacon_round: round } = row
    // Secret until the round is over.
    const salt = gameHash && row.salt
    const beacon =
      salt !== null && lockedAt !== null && round !== null
        ? { lockedAt: lockedAt.getTime(), round: Number(round), signature: row.beacon_signature }
        : undefined
    const end = { point: point === null ? null : Number(point), gameHash, salt, beacon }
    return toSharedBet(settledSharedBetOf(row), end, decimals)
  }
  if (ordinal === null || sealed === null || hash === null) {
    throw new Error(`Bet ${row.id} is of no pair of seeds`)
  }
  return toBet(settledBetOf(row), {
    pair: { ordinal, hash, clientSeed: row.client_seed ?? '' },
    serverSeed: row.state === 'ended' ? openServerSeed(secrets, uid, { ordinal, sealed }) : null,
    decimals,
  })
}

type Filter = ParsedRequest<typeof listBets>['query']

/** Settled bets, the one that was placed last first. */
export async function listBetsOf(
  { db, secrets }: Reading,
  uid: number,
  filter: Filter,
  limit = Number(filter.limit ?? BETS_PER_PAGE),
): Promise<{
  readonly bets: AnyBet[]
  readonly next: string | null
  readonly receipts?: Record<string, Receipt[]>
}> {
  let query = filtered(betsOf(db, uid), filter)
  if (filter.after !== undefined) {
    const last = await db
      .selectFrom('bet')
      .select(sql<string>`receipts[1]`.as('begun'))
      .where('bucket', '=', bucketOf(uid))
      .where('account_id', '=', uid)
      .where('id', '=', filter.after)
      .executeTakeFirst()
    if (!last) return { bets: [], next: null }
    query = query.where(sql<boolean>`bet.receipts[1] < ${last.begun}`)
  }
  const rows = await query
    .orderBy(sql`bet.receipts[1]`, 'desc')
    .limit(limit + 1)
    .execute()
  const count = filter.receipts ? Math.min(limit, countWithin(rows, MAX_RECEIPTS_PER_PAGE)) : limit
  const page = rows.slice(0, count)
  const last = rows.length > count ? page.at(-1) : undefined
  return {
    bets: page.map((row) => shownBet(secrets, uid, row)),
    next: last ? String(last.id) : null,
    ...(filter.receipts && { receipts: await receiptsOfBets(db, uid, page) }),
  }
}

interface WithReceipts {
  readonly id: string | number | bigint
  readonly receipts: readonly (string | number | bigint)[]
}

/** How many bets fit in a page with at most this many receipts; at least one. */
function countWithin(bets: readonly WithReceipts[], most: number): number {
  let sum = 0
  const end = bets.findIndex(({ receipts }, index) => {
    sum += receipts.length
    return index > 0 && sum > most
  })
  return end < 0 ? bets.length : end
}

/** By the id of the bet, the oldest first. */
async function receiptsOfBets(
  db: Database,
  uid: number,
  bets: readonly WithReceipts[],
): Promise<Record<string, Receipt[]>> {
  const owners = new Map(
    bets.flatMap(({ id, receipts }) => receipts.map((sequence) => [String(sequence), String(id)])),
  )
  const found: Record<string, Receipt[]> = Object.fromEntries(bets.map(({ id }) => [String(id), []]))
  if (owners.size === 0) return found
  const rows = await db
    .selectFrom('receipt')
    .select(['sequence', 'text', 'kid', 'signature'])
    .where('bucket', '=', bucketOf(uid))
    .where('account_id', '=', uid)
    .where('sequence', 'in', [...owners.keys()])
    .orderBy('sequence')
    .execute()
  for (const row of rows) {
    const owner = owners.get(String(row.sequence))
    if (owner !== undefined) found[owner]?.push(toReceipt(row))
  }
  return found
}

type BetQuery = ReturnType<typeof betsOf>

function filtered(
  query: BetQuery,
  { game, coin, result, from, to, minMultiplier, serverSeedHash }: Filter,
): BetQuery {
  let some = query
  if (game !== undefined) some = some.where('bet.game', '=', game)
  if (coin !== undefined) some = some.where('bet.coin', '=', coin)
  if (result === 'won') some = some.whereRef('bet.payout', '>', 'bet.stake')
  if (result === 'lost') some = some.whereRef('bet.payout', '<', 'bet.stake')
  if (from !== undefined) some = some.where('bet.at', '>=', new Date(from))
  if (to !== undefined) some = some.where('bet.at', '<=', new Date(to))
  if (minMultiplier !== undefined) {
    some = some.where(
      sql<boolean>`bet.multiplier >= ${minMultiplier}::numeric * ${sql.lit(MULTIPLIER_SCALE)}`,
    )
  }
  if (serverSeedHash !== undefined) some = some.where('seed_pair.hash', '=', serverSeedHash)
  return some
}

/** @throws Refusal `not_found` */
export async function readBetOf(
  { db, secrets }: Reading,
  uid: number,
  id: string,
): Promise<{ readonly bet: AnyBet; readonly receipts: Receipt[] }> {
  const row = await betsOf(db, uid).where('bet.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('not_found', 'There is no such bet')
  const receipts = await receiptsOfBets(db, uid, [row])
  return { bet: shownBet(secrets, uid, row), receipts: receipts[String(row.id)] ?? [] }
}

/** The oldest first. */
export async function listRoundsOf(
  { db, secrets }: Reading,
  uid: number,
  { receipts: areReceiptsAsked }: { readonly receipts?: 'true' | undefined } = {},
): Promise<{ readonly rounds: Round[]; readonly receipts?: Record<string, Receipt[]> }> {
  const rows = await db
    .selectFrom('round')
    .innerJoin('seed_pair', (join) =>
      join
        .onRef('seed_pair.bucket', '=', 'round.bucket')
        .onRef('seed_pair.account_id', '=', 'round.account_id')
        .onRef('seed_pair.ordinal', '=', 'round.pair'),
    )
    .innerJoin('coin', 'coin.id', 'round.coin')
    .selectAll('round')
    .select(['seed_pair.hash', 'seed_pair.client_seed', 'seed_pair.sealed', 'coin.decimals'])
    .where('round.bucket', '=', bucketOf(uid))
    .where('round.account_id', '=', uid)
    .orderBy('round.nonce')
    .execute()
  const rounds = rows.map((row) => {
    const round = openRoundOf(row)
    const { pair: ordinal } = round
    const { hash, sealed, decimals } = row
    const clientSeed = row.client_seed ?? ''
    const outcome = drawnOf(round, {
      serverSeed: openServerSeed(secrets, uid, { ordinal, sealed }),
      clientSeed,
    })
    return toRound(round, outcome, { pair: { ordinal, hash, clientSeed }, serverSeed: null, decimals })
  })
  if (!areReceiptsAsked) return { rounds }
  // Receipts of open bets in shared rounds belong to the player's chain, too.
  return { rounds, receipts: await receiptsOfBets(db, uid, [...rows, ...(await openSharedRows(db, uid))]) }
}

const openSharedRows = (db: Database, uid: number) =>
  db
    .selectFrom('round')
    .innerJoin('coin', 'coin.id', 'round.coin')
    .selectAll('round')
    .select('coin.decimals')
    .where('round.bucket', '=', bucketOf(uid))
    .where('round.account_id', '=', uid)
    .where('round.crash_round', 'is not', null)
    .orderBy(sql`round.receipts[1]`)
    .execute()

export async function listOpenSharedBets(db: Database, uid: number) {
  const rows = await openSharedRows(db, uid)
  return rows.map((row) => {
    const { id, game, coin, placedAt, stake, params, steps, sharedRound } = openSharedBetOf(row)
    return {
      id,
      game,
      coin,
      placedAt: new Date(placedAt),
      stake: toDecimal(stake, row.decimals),
      params,
      steps,
      seeds: { round: sharedRound },
    }
  })
}
