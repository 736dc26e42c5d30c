import { sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { DepositChain } from './deposit-chain.ts'
import { hasRoom } from './record-transfers.ts'

const DAY_MS = 24 * 60 * 60_000
/** An address is searched again after so long, while its player has had it on screen within a day. */
const AGAIN_MS = 60_000
/** Searches overlap by as much, because an index may tell of a transfer a little late. */
const OVERLAP_MS = 5 * 60_000

/**
 * Searches one address for tokens that are not credited, so that its player can be told: the one that was on
 * screen lately and was not searched for longest. One call a round, however many players there are.
 */
export async function searchWrongTokens(
  db: Database,
  { network, source }: Pick<DepositChain, 'network' | 'source'>,
  now: number,
): Promise<void> {
  const { chain, usdtContract } = network
  const row = await db
    .selectFrom('deposit_address')
    .select(['account_id', 'address', 'receive_coin', 'created_at', 'searched_at'])
    .where('chain', '=', chain)
    .where('opened_at', '>', new Date(now - DAY_MS))
    .where((where) =>
      where.or([where('searched_at', 'is', null), where('searched_at', '<', new Date(now - AGAIN_MS))]),
    )
    .orderBy(sql`searched_at asc nulls first`)
    .limit(1)
    .executeTakeFirst()
  if (!row) return
  const since = (row.searched_at ?? row.created_at).getTime() - OVERLAP_MS
  const received = await source.received(row.address, since)
  const at = new Date(now)
  await db.transaction().execute(async (trx) => {
    for (const transfer of received) {
      if (transfer.contract === usdtContract || transfer.amount === 0n) continue
      if (!(await hasRoom(trx, chain, transfer))) continue
      await trx
        .insertInto('deposit')
        .values({
          ...{ account_id: row.account_id, chain, tx_id: transfer.txId, log_index: null },
          ...{ sender: transfer.from, recipient: row.address, contract: transfer.contract },
          ...{ coin: null, amount: `${transfer.amount}`, block: null, block_at: new Date(transfer.at) },
          ...{ status: 'wrong_token', receive_coin: row.receive_coin, credited_amount: null },
          ...{ credited_price_usd: null, paid_price_usd: null, usd_cents: null },
          ...{ seen_at: at, settled_at: at, updated_at: at },
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    await trx
      .updateTable('deposit_address')
      .set({ searched_at: at })
      .where('chain', '=', chain)
      .where('account_id', '=', row.account_id)
      .execute()
  })
}
