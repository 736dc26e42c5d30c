import { sql } from 'kysely'
import type { FreeRounds } from '#contract/free-rounds.ts'
import type { FreeRoundsTerms } from '#contract/free-rounds-terms.ts'
import { fromDecimal, toDecimal } from '#server/coins/units.ts'
import type { Database } from '#server/db/tables.ts'
import { bucketOf } from '#server/ledger/bucket.ts'

const DAY_MS = 24 * 60 * 60_000

interface Giving {
  readonly player: number
  readonly source: FreeRounds['source']
  /** Names the gift, which a player gets only once. */
  readonly key: string
  readonly free: FreeRoundsTerms
  readonly now: number
}

/** False if the player had them before. */
export async function giveFreeRounds(
  trx: Database,
  { player, source, key, free, now }: Giving,
): Promise<boolean> {
  const { decimals } = await trx
    .selectFrom('coin')
    .select('decimals')
    .where('id', '=', free.coin)
    .executeTakeFirstOrThrow()
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('free_grant')
    .values({
      bucket: bucketOf(player),
      account_id: player,
      source,
      key,
      game: free.game,
      params: JSON.stringify(free.params),
      coin: free.coin,
      stake: `${fromDecimal(free.stake, decimals)}`,
      rounds: free.count,
      given_at: new Date(now),
      until: new Date(now + free.days * DAY_MS),
    })
    .onConflict((conflict) => conflict.columns(['bucket', 'account_id', 'source', 'key']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

const grantsOf = (db: Database, player: number) =>
  db
    .selectFrom('free_grant')
    .innerJoin('coin', 'coin.id', 'free_grant.coin')
    .selectAll('free_grant')
    .select('coin.decimals')
    .select(
      sql<number>`(
        select count(*)::integer from free_round
        where (free_round.bucket, free_round.account_id, free_round.grant_id)
          = (free_grant.bucket, free_grant.account_id, free_grant.id))`.as('played'),
    )
    .where('free_grant.bucket', '=', bucketOf(player))
    .where('free_grant.account_id', '=', player)

type GrantRow = Awaited<ReturnType<ReturnType<typeof grantsOf>['executeTakeFirstOrThrow']>>

const toFreeRounds = (row: GrantRow): FreeRounds => ({
  id: row.id,
  source: row.source,
  game: row.game,
  params: row.params,
  coin: row.coin,
  stake: toDecimal(BigInt(row.stake), row.decimals),
  count: row.rounds,
  played: row.played,
  givenAt: row.given_at.toISOString(),
  until: row.until.toISOString(),
})

/** Free rounds that can be played now, the ones that lapse first at the top. */
export async function listOpenRounds(db: Database, player: number, now: number): Promise<FreeRounds[]> {
  const rows = await grantsOf(db, player)
    .where('free_grant.until', '>', new Date(now))
    .orderBy('free_grant.until')
    .orderBy('free_grant.id')
    .execute()
  return rows.filter(({ played, rounds }) => played < rounds).map(toFreeRounds)
}

/**
 * All that the player ever had, newest first.
 * @returns with `key`, which names the code, the promotion or the operator's action
 */
export async function listAllRounds(
  db: Database,
  player: number,
): Promise<(FreeRounds & { readonly key: string })[]> {
  const rows = await grantsOf(db, player).orderBy('free_grant.id', 'desc').execute()
  return rows.map((row) => ({ ...toFreeRounds(row), key: row.key }))
}

export async function findRounds(
  db: Database,
  player: number,
  source: FreeRounds['source'],
  key: string,
): Promise<FreeRounds | null> {
  const row = await grantsOf(db, player)
    .where('free_grant.source', '=', source)
    .where('free_grant.key', '=', key)
    .executeTakeFirst()
  return row ? toFreeRounds(row) : null
}
