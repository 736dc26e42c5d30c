import { sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import type { DepositState } from '#server/db/deposit-state.ts'

/** A transfer to a player, as its row has it. */
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
  /** When the block was made, in milliseconds since the epoch. */
  readonly at: number
  readonly receives: string
  readonly status: DepositState
}

const isOpen = (status: DepositState) => status === 'confirming' || status === 'confirmed'

/** A transaction that another block holds by now may do something else there. */
const IS_ANOTHER = sql<boolean>`(deposit.sender, deposit.recipient, deposit.contract, deposit.amount)
  is distinct from (excluded.sender, excluded.recipient, excluded.contract, excluded.amount)`
/** Whose it is, and in which coin it comes, was decided when it was first seen. */
const unlessAnother = (column: 'account_id' | 'receive_coin') =>
  sql<never>`case when ${IS_ANOTHER} then ${sql.ref(`excluded.${column}`)} else ${sql.ref(`deposit.${column}`)} end`

const excluded = (column: string) => sql<never>`${sql.ref(`excluded.${column}`)}`
/** What a row becomes of which a transfer is told again, whoever has it. */
export const AS_TOLD = {
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
 * Gives each transfer its one row. One seen before goes on from there, as it is in its block by now; what has an
 * end keeps it. None may be named twice.
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
          ...AS_TOLD,
          account_id: unlessAnother('account_id'),
          receive_coin: unlessAnother('receive_coin'),
        })
        .where((where) =>
          where.and([
            where('deposit.status', 'in', ['confirming', 'dropped']),
            where.or([
              where('deposit.status', '!=', sql<DepositState>`excluded.status`),
              where('deposit.block', '!=', sql<string>`excluded.block`),
              IS_ANOTHER,
            ]),
          ]),
        ),
    )
    .execute()
}
