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

/**
 * Takes the next round for a bet. Call it in the transaction of the bet, which holds the lock of the player.
 * @returns the stake that the house pays
 * @throws Refusal `free_rounds_over`
 */
export async function takeFreeRound(
  trx: Database,
  { player, id, bet, now }: OfPlayer & { readonly bet: string; readonly now: number },
): Promise<{ readonly coin: string; readonly stake: bigint }> {
  const { coin, stake, rounds, until } = await readFreeRounds(trx, { player, id })
  const of = { bucket: bucketOf(player), account_id: player, grant_id: id }
  const { last } = await trx
    .selectFrom('free_round')
    .select(({ fn }) => fn.max('n').as('last'))
    .where('bucket', '=', of.bucket)
    .where('account_id', '=', player)
    .where('grant_id', '=', id)
    .executeTakeFirstOrThrow()
  const n = Number(last ?? 0) + 1
  if (n > rounds || until.getTime() <= now) throw over()
  await trx
    .insertInto('free_round')
    .values({ ...of, n, bet_id: bet })
    .execute()
  return { coin, stake: BigInt(stake) }
}

const over = () => new Refusal('free_rounds_over', 'There are no such free rounds, or they are over')
