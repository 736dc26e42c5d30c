import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#server/db/tables.ts'

/** What can be wrong with a ledger. */
export type FaultKind =
  /** The postings of a coin do not sum to zero. */
  | 'coin_unbalanced'
  /** The postings of a transaction do not sum to zero in a coin, or some are missing. */
  | 'transaction_unbalanced'
  /** A balance is not the sum of its postings. */
  | 'balance_differs'
  /** A player's balance is below zero. */
  | 'balance_negative'
  /** A transfer on a chain has no posting, several, or one to a wrong account. */
  | 'transfer_unposted'
  /** A posting to an external account names no transfer on a chain. */
  | 'transfer_missing'
  /** A posting's transaction or account is gone. */
  | 'posting_lost'
  /** A deposit says that it was credited, and is not posted so. */
  | 'deposit_unposted'
  /** A withdrawal is not posted as where it is. */
  | 'withdrawal_unposted'
  /** A transfer was posted that neither a credited deposit nor a confirmed withdrawal knows. */
  | 'transfer_unknown'
  /** What is pending or locked is not what is under way, or left of bonuses. */
  | 'hold_differs'

export interface Fault {
  readonly kind: FaultKind
  /** What is wrong where, in words and smallest units. */
  readonly where: string
}

export interface CoinCheck {
  readonly coin: string
  readonly postings: bigint
  /** Of all postings: zero in a sound ledger. */
  readonly sum: bigint
  /** What players hold, as their balances say. */
  readonly players: bigint
  /** What the house holds, as its balances say: what players hold with the other sign. */
  readonly house: bigint
}

export interface Reconciliation {
  readonly coins: readonly CoinCheck[]
  readonly transactions: bigint
  readonly transfers: bigint
  /** At most 20 of each kind. */
  readonly faults: readonly Fault[]
}

/** Of each kind that are told. */
const MOST_FAULTS = 20

/**
 * Adds the whole ledger up, from one moment's view of it, and trusts no trigger: each balance, each
 * transaction and each transfer is compared with its postings.
 */
export async function reconcile(db: Database): Promise<Reconciliation> {
  return readInOneView(db, async (trx) => {
    const coins = await readCoins(trx)
    const unbalanced = coins
      .filter(({ sum, players, house }) => sum !== 0n || players + house !== 0n)
      .map(({ coin, sum, players, house }): Fault => {
        const where = `${coin}: postings sum to ${sum}, balances to ${players + house}, instead of 0`
        return { kind: 'coin_unbalanced', where }
      })
    const faults = [...unbalanced, ...(await findFaults(trx, CHECKS))]
    const { rows } = await sql<{ transactions: string; transfers: string }>`select
      (select count(*) from ledger_transaction) as transactions,
      (select count(*) from ledger_transfer) as transfers`.execute(trx)
    return {
      coins,
      transactions: BigInt(rows[0]?.transactions ?? 0),
      transfers: BigInt(rows[0]?.transfers ?? 0),
      faults,
    }
  })
}

/** Reads as much as there is, all of it as of one moment. */
export const readInOneView = <T>(db: Database, read: (trx: Database) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      // The pool's limit suits requests; this reads every row.
      await sql`set local statement_timeout = 0`.execute(trx)
      return read(trx)
    })

/** What each query finds, a fault a row, described in its column `where`. */
export async function findFaults(
  trx: Database,
  checks: readonly (readonly [FaultKind, RawBuilder<unknown>])[],
): Promise<Fault[]> {
  const faults: Fault[] = []
  for (const [kind, query] of checks) {
    const { rows } = await sql<{ where: string }>`${query} limit ${MOST_FAULTS}`.execute(trx)
    faults.push(...rows.map(({ where }) => ({ kind, where })))
  }
  return faults
}

async function readCoins(trx: Database): Promise<CoinCheck[]> {
  const { rows } = await sql<Record<'coin' | 'postings' | 'sum' | 'players' | 'house', string>>`
    select account.coin, coalesce(sum(posted.n), 0) as postings, coalesce(sum(posted.total), 0) as sum,
      coalesce(sum(account.balance) filter (where account.account_id is not null), 0) as players,
      coalesce(sum(account.balance) filter (where account.account_id is null), 0) as house
    from ledger_account account
    left join (
      select ledger_account_id, count(*) as n, sum(amount) as total
      from ledger_posting group by ledger_account_id
    ) posted on posted.ledger_account_id = account.id
    group by account.coin order by account.coin`.execute(trx)
  return rows.map(({ coin, postings, sum, players, house }) => ({
    coin,
    ...{ postings: BigInt(postings), sum: BigInt(sum), players: BigInt(players), house: BigInt(house) },
  }))
}

/** A fault a row, described in `where`. */
const CHECKS: readonly (readonly [FaultKind, RawBuilder<unknown>])[] = [
  [
    'transaction_unbalanced',
    sql`
      select 'transaction ' || transaction.id || ' (' || transaction.kind || '): ' ||
        coalesce(sum(posted.n), 0) || ' of ' || transaction.lines || ' postings' ||
        coalesce(string_agg(', ' || posted.total || ' ' || posted.coin || ' too much', '')
          filter (where posted.total <> 0), '') as where
      from ledger_transaction transaction
      left join (
        select posting.transaction_id, account.coin, count(*) as n, sum(posting.amount) as total
        from ledger_posting posting join ledger_account account on account.id = posting.ledger_account_id
        group by posting.transaction_id, account.coin
      ) posted on posted.transaction_id = transaction.id
      group by transaction.id
      having coalesce(sum(posted.n), 0) <> transaction.lines or bool_or(posted.total <> 0)
      order by transaction.id`,
  ],
  [
    'balance_differs',
    sql`
      select account.kind || ' ' || account.coin ||
        coalesce(' of player ' || account.account_id, ', stripe ' || account.stripe) ||
        ': balance ' || account.balance || ', postings ' || coalesce(posted.total, 0) as where
      from ledger_account account
      left join (
        select ledger_account_id, sum(amount) as total from ledger_posting group by ledger_account_id
      ) posted on posted.ledger_account_id = account.id
      where account.balance <> coalesce(posted.total, 0)
      order by account.id`,
  ],
  [
    'balance_negative',
    sql`
      select kind || ' ' || coin || ' of player ' || account_id || ': ' || balance as where
      from ledger_account where account_id is not null and balance < 0
      order by id`,
  ],
  [
    'transfer_unposted',
    sql`
      select transfer.chain || ' ' || transfer.tx_id || ' ' || transfer.log_index || ': ' ||
        count(account.id) || ' postings to an external account' as where
      from ledger_transfer transfer
      left join ledger_posting posting
        on posting.transaction_id = transfer.transaction_id and posting.line = transfer.line
      left join ledger_account account
        on account.id = posting.ledger_account_id and account.kind in ('deposit', 'withdrawal')
      group by transfer.chain, transfer.tx_id, transfer.log_index
      having count(account.id) <> 1
      order by 1`,
  ],
  [
    'transfer_missing',
    sql`
      select 'transaction ' || posting.transaction_id || ', line ' || posting.line || ' (' ||
        account.kind || ' ' || posting.amount || ' ' || account.coin || ')' as where
      from ledger_account account
      join ledger_posting posting on posting.ledger_account_id = account.id
      where account.kind in ('deposit', 'withdrawal') and not exists (
        select from ledger_transfer transfer
        where transfer.transaction_id = posting.transaction_id and transfer.line = posting.line
      )
      order by posting.transaction_id, posting.line`,
  ],
  [
    'posting_lost',
    sql`
      select 'transaction ' || posting.transaction_id || ', line ' || posting.line || ': ' || posting.amount as where
      from ledger_posting posting
      where not exists (select from ledger_transaction transaction where transaction.id = posting.transaction_id)
        or not exists (select from ledger_account account where account.id = posting.ledger_account_id)
      order by posting.transaction_id, posting.line`,
  ],
]
