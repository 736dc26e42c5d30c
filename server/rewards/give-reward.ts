import type { Insertable } from 'kysely'
import type { Database, Tables } from '#server/db/tables.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { payReward } from '#server/ledger/movements.ts'
import { postTransaction } from '#server/ledger/post-transaction.ts'

interface Reward extends Omit<Insertable<Tables['reward']>, 'bucket' | 'account_id' | 'amount' | 'at'> {
  readonly player: number
  /** Above 0, in the coin's smallest unit. */
  readonly amount: bigint
  readonly now: number
}

/** Writes the reward and pays it. The database refuses a second one of its kind and key: call it under a lock. */
export async function giveReward(trx: Database, { player, amount, now, ...row }: Reward): Promise<void> {
  const { kind, key, coin } = row
  await trx
    .insertInto('reward')
    .values({
      ...row,
      bucket: bucketOf(player),
      account_id: player,
      amount: `${amount}`,
      at: new Date(now),
    })
    .execute()
  await postTransaction(trx, payReward({ player, coin, amount, kind, key }), now)
}
