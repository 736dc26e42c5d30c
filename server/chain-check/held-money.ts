import type { Database } from '#server/db/tables.ts'
import { PAID_COIN } from '#server/deposits/deposit-chain.ts'

const MOST_TOLD = 20

export interface HeldMoney {
  readonly count: number
  /** The newest, a line each. */
  readonly lines: readonly string[]
  /** When the newest of it was seen, in milliseconds since the epoch. */
  readonly newestAt: number
}

/** What arrived and was credited to nobody: the operator decides what becomes of it. */
export async function readHeldMoney(db: Database): Promise<HeldMoney> {
  const deposits = await db
    .selectFrom('deposit')
    .select(['id', 'chain', 'tx_id', 'coin', 'amount', 'sender', 'account_id', 'status', 'updated_at as at'])
    .where('status', 'in', ['account_closed', 'too_large'])
    .orderBy('id', 'desc')
    .execute()
  const unclaimed = await db
    .selectFrom('unclaimed_transfer')
    .select(['chain', 'tx_id', 'coin', 'amount', 'sender', 'seen_at as at'])
    .where('claimed_at', 'is', null)
    // A player who meant to send it may have been credited all the same.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deposit')
            .select('deposit.id')
            .whereRef('deposit.chain', '=', 'unclaimed_transfer.chain')
            .whereRef('deposit.tx_id', '=', 'unclaimed_transfer.tx_id')
            .whereRef('deposit.log_index', '=', 'unclaimed_transfer.log_index'),
        ),
      ),
    )
    .orderBy('seen_at', 'desc')
    .execute()
  const skipped = await db
    .selectFrom('skipped_address')
    .select(['chain', 'address', 'derivation_index', 'received', 'changed_at as at'])
    .where('received', '>', '0')
    .orderBy('derivation_index')
    .execute()
  const lines = [
    ...skipped.map(
      (each) =>
        `${each.received} ${PAID_COIN} at ${each.address} on ${each.chain}, which was given out before this database was restored (index ${each.derivation_index})`,
    ),
    ...deposits.map(
      (each) =>
        `deposit ${each.id} of ${each.amount} ${each.coin} from ${each.sender} to player ${each.account_id} in ${each.tx_id} on ${each.chain}: ${each.status}`,
    ),
    ...unclaimed.map(
      (each) =>
        `${each.amount} ${each.coin} from ${each.sender} in ${each.tx_id} on ${each.chain}: unclaimed`,
    ),
  ]
  const newestAt = [...skipped, ...deposits, ...unclaimed].reduce(
    (newest, { at }) => Math.max(newest, at?.getTime() ?? 0),
    0,
  )
  return { count: lines.length, lines: lines.slice(0, MOST_TOLD), newestAt }
}
