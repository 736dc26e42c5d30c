import { sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { isNotClosed, nameIn } from '#server/deposits/closed-transfers.ts'
import { PAID_COIN } from '#server/deposits/deposit-chain.ts'

const MAX_LISTED = 20

export interface HeldMoney {
  readonly count: number
  readonly rows: readonly HeldRow[]
  /** Newest first. Each line begins with the name that `npm run deposits` accepts. */
  readonly lines: readonly string[]
  /** Milliseconds since the epoch. */
  readonly newestAt: number
}

interface HeldRow {
  readonly name: string
  readonly amount: string
  readonly kind: 'deposit' | 'unclaimed' | 'skipped'
  readonly at: Date | null
}

export async function readHeldMoney(db: Database, most = MAX_LISTED): Promise<HeldMoney> {
  const deposits = await db
    .selectFrom('deposit')
    .select(['id', 'coin', 'amount', 'sender', 'account_id', 'status', 'updated_at as at'])
    .select(nameIn('deposit').as('name'))
    .where('status', 'in', ['account_closed', 'too_large'])
    .where(isNotClosed(nameIn('deposit')))
    .orderBy('id', 'desc')
    .execute()
  const unclaimed = await db
    .selectFrom('unclaimed_transfer')
    .select(['coin', 'amount', 'sender', 'recipient', 'seen_at as at'])
    .select(nameIn('unclaimed_transfer').as('name'))
    .where('claimed_at', 'is', null)
    .where(isNotClosed(nameIn('unclaimed_transfer')))
    // The sender may have been credited through a deposit.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deposit')
            .select('deposit.id')
            .whereRef('deposit.chain', '=', 'unclaimed_transfer.chain')
            .whereRef('deposit.tx_id', '=', 'unclaimed_transfer.tx_id')
            .whereRef('deposit.log_index', '=', 'unclaimed_transfer.log_index')
            // Deposits in these states have credited nobody.
            .where('deposit.status', 'not in', ['confirming', 'dropped']),
        ),
      ),
    )
    .orderBy('seen_at', 'desc')
    .execute()
  const addressName = sql<string>`concat(skipped_address.chain, '/', skipped_address.address)`
  const skipped = await db
    .selectFrom('skipped_address')
    .select(['derivation_index', 'received', 'changed_at as at'])
    .select(addressName.as('name'))
    .where('received', '>', '0')
    // Money that arrived after the closing is open again.
    .where(
      sql<boolean>`not exists (select from deposit_decision decided where decided.decision = 'close'
        and decided.subject = ${addressName} and decided.decided_at >= skipped_address.changed_at)`,
    )
    .orderBy('derivation_index')
    .execute()
  const lines = [
    ...skipped.map(
      (each) =>
        `${each.name}: ${each.received} ${PAID_COIN} at an address that was given out before this database was restored (index ${each.derivation_index})`,
    ),
    ...deposits.map(
      (each) =>
        `${each.name}: deposit ${each.id} of ${each.amount} ${each.coin} from ${each.sender} to player ${each.account_id}: ${each.status}`,
    ),
    ...unclaimed.map(
      (each) =>
        `${each.name}: ${each.amount} ${each.coin} from ${each.sender} to ${each.recipient}: unclaimed`,
    ),
  ]
  const rows = [
    ...skipped.map(({ received, ...each }) => ({ ...each, amount: received, kind: 'skipped' as const })),
    ...deposits.map((each) => ({ ...each, kind: 'deposit' as const })),
    ...unclaimed.map((each) => ({ ...each, kind: 'unclaimed' as const })),
  ]
  const newestAt = rows.reduce((newest, { at }) => Math.max(newest, at?.getTime() ?? 0), 0)
  return { count: lines.length, rows, lines: lines.slice(0, most), newestAt }
}
