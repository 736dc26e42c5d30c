import { Refusal } from '#server/base/refusal.ts'
import type { Database } from '#server/db/tables.ts'
import { bucketOf } from '#server/ledger/bucket.ts'

interface OfPlayer {
  readonly player: number
  /** Id of the free rounds. */
  readonly id: string
}

/** Reads the terms of free rounds. @throws Refusal `free_rounds_over` if the player has no such rounds */
export async function readFreeRounds(db: Database, { player, id }: OfPlayer) {
  const row = await db
    .selectFrom('free_grant')
    .select(['game', 'params', 'coin', 'stake', 'rounds', 'until'])
    .where('bucket', '=', bucketOf(player))
    .where('account_id', '=', player)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw over()
  return row
}

/** @throws Refusal `free_rounds_over` */
export async function readNextRound(db: Database, { player, id, now }: OfPlayer & { readonly now: number }) {
  const { coin, stake, rounds, until } = await readFreeRounds(db, { player, id })
  const { last } = await roundsOf(db, { player, id })
    .select(({ fn }) => fn.max('n').as('last'))
    .executeTakeFirstOrThrow()
  const n = Number(last ?? 0) + 1
  if (n > rounds || until.getTime() <= now) throw over()
  return { n, coin, stake: BigInt(stake) }
}

/** True if the bet was one of the rounds. */
export async function isFreeRound(
  db: Database,
  { player, id, bet }: OfPlayer & { readonly bet: string },
): Promise<boolean> {
  const round = await roundsOf(db, { player, id }).select('n').where('bet_id', '=', bet).executeTakeFirst()
  return round !== undefined
}

const roundsOf = (db: Database, { player, id }: OfPlayer) =>
  db
    .selectFrom('free_round')
    .where('bucket', '=', bucketOf(player))
    .where('account_id', '=', player)
    .where('grant_id', '=', id)

/**
 * Takes the next round for a bet. Call it in the transaction of the bet, which holds the lock of the player.
 * @returns the stake that the house pays
 * @throws Refusal `free_rounds_over`
 */
export async function takeFreeRound(
  trx: Database,
  { player, id, bet, now }: OfPlayer & { readonly bet: string; readonly now: number },
): Promise<{ readonly coin: string; readonly stake: bigint }> {
  const { n, coin, stake } = await readNextRound(trx, { player, id, now })
  await trx
    .insertInto('free_round')
    .values({ bucket: bucketOf(player), account_id: player, grant_id: id, n, bet_id: bet })
    .execute()
  return { coin, stake }
}

const over = () => new Refusal('free_rounds_over', 'There are no such free rounds, or they are over')
