import { sql, type Selectable } from 'kysely'
import type { Withdrawal } from '#contract/withdrawals.ts'
import { explorerUrlOf } from '#server/chains/explorer-url.ts'
import { TRON_NETWORKS } from '#server/chains/tron-network.ts'
import type { Database, Tables } from '#server/db/tables.ts'
import { toDecimal } from '#server/coins/units.ts'

/** The coin that can be withdrawn. */
export const WITHDRAWN_COIN = 'usdt-tron'

/** Withdrawals with all that the wire needs of other tables. */
export const withdrawalsWithCoins = (db: Database) =>
  db
    .selectFrom('withdrawal')
    .innerJoin('coin', 'coin.id', 'withdrawal.coin')
    .selectAll('withdrawal')
    .select('coin.decimals')
    .select(
      sql<string | null>`(
        select sent.tx_id from withdrawal_transaction sent
        where sent.withdrawal_id = withdrawal.id and sent.outcome is distinct from 'expired'
        order by sent.id desc limit 1
      )`.as('tx_id'),
    )

type WithdrawalRow = Selectable<Tables['withdrawal']> & {
  readonly decimals: number
  readonly tx_id: string | null
}

/** A withdrawal as its player sees it. */
export function toWithdrawal(row: WithdrawalRow): Withdrawal {
  const amount = BigInt(row.amount)
  const fee = BigInt(row.fee)
  return {
    id: row.id,
    status: row.status,
    coin: row.coin,
    network: 'TRON',
    isPractice: row.chain === TRON_NETWORKS.practice.chain,
    address: row.address,
    amount: toDecimal(amount, row.decimals),
    fee: toDecimal(fee, row.decimals),
    receives: toDecimal(amount - fee, row.decimals),
    txId: row.tx_id,
    explorerUrl: row.tx_id === null ? null : explorerUrlOf(row.chain, row.tx_id),
    requestedAt: row.requested_at.toISOString(),
    signedAt: row.signed_at?.toISOString() ?? null,
    broadcastAt: row.broadcast_at?.toISOString() ?? null,
    settledAt: row.settled_at?.toISOString() ?? null,
  }
}

export async function readWithdrawal(db: Database, uid: number, id: string): Promise<Withdrawal | null> {
  const row = await withdrawalsWithCoins(db)
    .where('withdrawal.id', '=', id)
    .where('withdrawal.account_id', '=', uid)
    .executeTakeFirst()
  return row ? toWithdrawal(row) : null
}
