import type { Queries } from './database-pair.ts'

export interface Coin {
  readonly id: string
  readonly decimals: number
  readonly priceUsd: string
}

interface Transfer {
  readonly tx_id: string
  readonly recipient: string
  readonly amount: string
}

interface DepositRow {
  readonly tx_id: string
  readonly account_id: number
  readonly amount: string
  readonly status: string
  readonly credited_amount: string | null
}

/** The amount that a transfer on a chain moved for a player. */
interface Posted {
  readonly tx_id: string
  readonly kind: string
  readonly account_id: number
  readonly coin: string
  readonly amount: string
}

interface WithdrawalRow {
  readonly id: string
  /** `player key` */
  readonly place: string
  readonly amount: string
  readonly address: string
  readonly status: string
}

/** The state of database and chain, by the names that players use. */
export interface Facts {
  readonly coins: ReadonlyMap<string, Coin>
  readonly transfers: readonly Transfer[]
  /** Transfers by transaction, and by receiver. */
  readonly sent: Groups<Transfer>
  readonly received: Groups<Transfer>
  /** By transaction. */
  readonly deposits: Groups<DepositRow>
  readonly posted: Groups<Posted>
  /** By player and key. */
  readonly withdrawals: Groups<WithdrawalRow>
  /** Kinds of ledger transactions, by withdrawal. */
  readonly steps: Groups<{ readonly kind: string }>
  /** Number of ledger transactions by kind. */
  readonly kinds: ReadonlyMap<string, number>
  /** `player coin kind` → smallest units. */
  readonly balances: ReadonlyMap<string, bigint>
}

type Groups<T> = ReadonlyMap<string, readonly T[]>

export async function readFacts(db: Queries): Promise<Facts> {
  const read = async <T extends object>(query: string) => (await db.query<T>(query)).rows
  const coins = await read<Coin>('select id, decimals, price_usd::text as "priceUsd" from coin')
  const transfers = await read<Transfer>('select tx_id, recipient, amount from practice_transfer order by id')
  const deposits = await read<DepositRow>(
    'select tx_id, account_id, amount, status, credited_amount from deposit',
  )
  const posted = await read<Posted>(
    `select transfer.tx_id, transaction.kind, account.account_id, account.coin, posting.amount
     from ledger_transfer transfer
     join ledger_transaction transaction on (transaction.bucket, transaction.id) = (transfer.bucket, transfer.transaction_id)
     join ledger_posting posting on (posting.bucket, posting.transaction_id) = (transaction.bucket, transaction.id)
     join ledger_account account on (account.bucket, account.id) = (posting.bucket, posting.ledger_account_id)
     where account.account_id is not null`,
  )
  const withdrawals = await read<WithdrawalRow>(
    `select id, account_id || ' ' || idempotency_key as place, amount, address, status from withdrawal`,
  )
  const steps = await read<{ subject: string; kind: string }>(
    `select subject, kind from ledger_transaction where kind like 'withdrawal-%' order by kind`,
  )
  const kinds = await read<{ kind: string; n: string }>(
    'select kind, count(*) as n from ledger_transaction group by kind',
  )
  const balances = await read<{ place: string; balance: string }>(
    `select account_id || ' ' || coin || ' ' || kind as place, balance from ledger_account
     where account_id is not null`,
  )
  return {
    transfers,
    coins: new Map(coins.map((coin) => [coin.id, coin])),
    sent: groupBy(transfers, ({ tx_id }) => tx_id),
    received: groupBy(transfers, ({ recipient }) => recipient),
    deposits: groupBy(deposits, ({ tx_id }) => tx_id),
    posted: groupBy(posted, ({ tx_id }) => tx_id),
    withdrawals: groupBy(withdrawals, ({ place }) => place),
    steps: groupBy(steps, ({ subject }) => subject),
    kinds: new Map(kinds.map(({ kind, n }) => [kind, Number(n)])),
    balances: new Map(balances.map(({ place, balance }) => [place, BigInt(balance)])),
  }
}

function groupBy<T>(rows: readonly T[], placeOf: (row: T) => string): Groups<T> {
  const groups = new Map<string, T[]>()
  for (const row of rows) {
    const place = placeOf(row)
    const group = groups.get(place)
    if (group) group.push(row)
    else groups.set(place, [row])
  }
  return groups
}
