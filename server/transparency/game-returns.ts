import { sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'

/** What was staked in a game in one coin, and what it paid, in smallest units. */
export interface GameReturn {
  readonly game: string
  readonly coin: string
  readonly bets: number
  readonly staked: bigint
  readonly paid: bigint
}

interface Row {
  game: string
  coin: string
  bets: string
  staked: string
  paid: string
}

/** Adds up every bet of the ledger. A bet that is not decided yet counts with its stake. */
export async function readGameReturns(db: Database): Promise<GameReturn[]> {
  const { rows } = await sql<Row>`
    select transaction.subject as game, posting.coin,
      count(*) filter (where posting.amount < 0) as bets,
      coalesce(-sum(posting.amount) filter (where posting.amount < 0), 0) as staked,
      coalesce(sum(posting.amount) filter (where posting.amount > 0), 0) as paid
    from ledger_transaction transaction
    join ledger_posting posting on (posting.bucket, posting.transaction_id) = (transaction.bucket, transaction.id)
    join ledger_account account on (account.bucket, account.id) = (posting.bucket, posting.ledger_account_id) and account.kind = 'available'
    where transaction.kind in ('stake', 'payout', 'round') and transaction.subject is not null
    group by transaction.subject, posting.coin
    order by transaction.subject, posting.coin`.execute(db)
  return rows.map(({ game, coin, bets, staked, paid }) => ({
    ...{ game, coin, bets: Number(bets), staked: BigInt(staked), paid: BigInt(paid) },
  }))
}
