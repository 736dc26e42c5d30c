import { sql, type Selectable } from 'kysely'
import type { Withdrawal } from '#contract/withdrawals.ts'
import { explorerUrlOf } from '#server/chains/tron-network.ts'
import type { Database, Tables } from '#server/db/tables.ts'
import { toDecimal } from '#server/coins/units.ts'
import type { WithdrawalReason } from '#server/db/withdrawal-state.ts'

/** No transaction exists that can pay it: all have expired. */
export const hasNothingToPay = sql<boolean>`not exists (
  select from withdrawal_transaction sent
  where sent.withdrawal_id = withdrawal.id and sent.outcome is distinct from 'expired'
)`

/** Also for one that was asked for before its provider took a win back. */
export const isNothingOwed = sql<boolean>`not exists (
  select from provider_debt debt
  where debt.bucket = withdrawal.account_id % 64 and debt.account_id = withdrawal.account_id
    and debt.coin = withdrawal.coin and debt.settled_at is null
)`

/**
 * The player can cancel it: no signer holds it, a late signer can store nothing, and there is no sign of a payment.
 */
export const isCancellable = sql<boolean>`(
  (
    withdrawal.status = 'queued'
    or withdrawal.status = 'review' and withdrawal.reason <> 'books_differ'
    or withdrawal.status = 'signing'
      and (withdrawal.claimed_until is null or withdrawal.claimed_until <= clock_timestamp())
      and ${hasNothingToPay}
  )
  and not exists (select from signer_halt halt where halt.chain = withdrawal.chain)
)`

export const withdrawalsWithCoins = (db: Database) =>
  db
    .selectFrom('withdrawal')
    .innerJoin('coin', 'coin.id', 'withdrawal.coin')
    .leftJoin('chain_watch', 'chain_watch.chain', 'withdrawal.chain')
    .selectAll('withdrawal')
    .select(['coin.decimals', 'chain_watch.explorer_url'])
    .select(
      sql<string | null>`(
        select sent.tx_id from withdrawal_transaction sent
        where sent.withdrawal_id = withdrawal.id and sent.outcome is distinct from 'expired'
        order by sent.id desc limit 1
      )`.as('tx_id'),
    )
    .select(isCancellable.as('is_cancellable'))

type WithdrawalRow = Selectable<Tables['withdrawal']> & {
  readonly decimals: number
  readonly tx_id: string | null
  readonly is_cancellable: boolean
  /** Null on TRON. */
  readonly explorer_url: string | null
}

export function toWithdrawal(row: WithdrawalRow): Withdrawal {
  const amount = BigInt(row.amount)
  const fee = BigInt(row.fee)
  return {
    id: row.id,
    status: row.status,
    review: row.status === 'review' ? reviewOf(row.reason) : null,
    isCancellable: row.is_cancellable,
    coin: row.coin,
    chain: row.chain,
    isPractice: row.chain.endsWith('-practice'),
    address: row.address,
    amount: toDecimal(amount, row.decimals),
    fee: toDecimal(fee, row.decimals),
    receives: toDecimal(amount - fee, row.decimals),
    txId: row.tx_id,
    explorerUrl: row.tx_id === null ? null : explorerUrlOf(row.chain, row.tx_id, row.explorer_url),
    requestedAt: row.requested_at.toISOString(),
    signedAt: row.signed_at?.toISOString() ?? null,
    broadcastAt: row.broadcast_at?.toISOString() ?? null,
    settledAt: row.settled_at?.toISOString() ?? null,
  }
}

function reviewOf(reason: WithdrawalReason | null): Withdrawal['review'] {
  if (reason === 'books_differ') return 'books'
  return reason === 'not_confirmed' || reason === 'unsignable' ? 'network' : 'size'
}

export async function readWithdrawal(db: Database, uid: number, id: string): Promise<Withdrawal | null> {
  const row = await withdrawalsWithCoins(db)
    .where('withdrawal.id', '=', id)
    .where('withdrawal.account_id', '=', uid)
    .executeTakeFirst()
  return row ? toWithdrawal(row) : null
}
