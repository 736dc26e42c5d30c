import { sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { DepositState } from '#server/db/deposit-state.ts'

export interface PlayersTransfer {
  readonly uid: number
  readonly txId: string
  readonly logIndex: number
  readonly from: string
  readonly to: string
  readonly contract: string
  readonly coin: string
  /** In the ledger's smallest unit of the coin. */
  readonly amount: bigint
  readonly block: number
  /** Block time, in milliseconds since the epoch. */
  readonly at: number
  readonly receives: string
  readonly status: DepositState
}

const isOpen = (status: DepositState) => status === 'confirming' || status === 'confirmed'

/** After a reorg the same transaction may do something else. */
const HAS_CHANGED = sql<boolean>`(deposit.sender, deposit.recipient, deposit.contract, deposit.amount)
  is distinct from (excluded.sender, excluded.recipient, excluded.contract, excluded.amount)`
/** Player and coin are fixed when the transfer is first seen. */
const keepUnlessChanged = (column: 'account_id' | 'receive_coin') =>
  sql<never>`case when ${HAS_CHANGED} then ${sql.ref(`excluded.${column}`)} else ${sql.ref(`deposit.${column}`)} end`

const excluded = (column: string) => sql<never>`${sql.ref(`excluded.${column}`)}`
/** Columns that a repeated transfer updates. */
export const UPDATED_COLUMNS = {
  sender: excluded('sender'),
  recipient: excluded('recipient'),
  contract: excluded('contract'),
  coin: excluded('coin'),
  amount: excluded('amount'),
  status: excluded('status'),
  block: excluded('block'),
  block_at: excluded('block_at'),
  settled_at: excluded('settled_at'),
  updated_at: excluded('updated_at'),
}

/**
 * Stores one row for each transfer. A known transfer is updated with its current block, unless it is in a final state. The
 * list must contain no duplicates.
 */
export async function keepTransfers(
  trx: Database,
  chain: string,
  transfers: readonly PlayersTransfer[],
  now: number,
): Promise<void> {
  if (transfers.length === 0) return
  const at = new Date(now)
  await trx
    .insertInto('deposit')
    .values(
      transfers.map(({ uid, status, ...each }) => ({
        account_id: uid,
        chain,
        tx_id: each.txId,
        log_index: each.logIndex,
        sender: each.from,
        recipient: each.to,
        contract: each.contract,
        coin: each.coin,
        amount: `${each.amount}`,
        block: String(each.block),
        block_at: new Date(each.at),
        status,
        receive_coin: each.receives,
        credited_amount: null,
        credited_price_usd: null,
        paid_price_usd: null,
        usd_cents: null,
        seen_at: at,
        settled_at: isOpen(status) ? null : at,
        updated_at: at,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['chain', 'tx_id', 'log_index'])
        .doUpdateSet({
          ...UPDATED_COLUMNS,
          account_id: keepUnlessChanged('account_id'),
          receive_coin: keepUnlessChanged('receive_coin'),
        })
        .where((where) =>
          where.and([
            where('deposit.status', 'in', ['confirming', 'dropped']),
            where.or([
              where('deposit.status', '!=', sql<DepositState>`excluded.status`),
              where('deposit.block', '!=', sql<string>`excluded.block`),
              HAS_CHANGED,
            ]),
          ]),
        ),
    )
    .execute()
}
