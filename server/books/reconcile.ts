import { sql } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { ALL_ROWS, type LedgerRows } from '#server/ledger/ledger-rows.ts'
import { BETS } from './bets.ts'
import { BONUSES } from './bonuses.ts'
import type { BooksTerms } from './books-terms.ts'
import { CHECKPOINTS } from './checkpoints.ts'
import { compare, countOmitted, type Compared, type House, type Subject } from './comparison.ts'
import { CRASH } from './crash.ts'
import { DEPOSITS } from './deposits.ts'
import type { Fault } from './faults.ts'
import { FREE_BETS } from './free-bets.ts'
import { GIFTS } from './gifts.ts'
import { GRANTS } from './grants.ts'
import { HISTORY } from './history.ts'
import { LEDGER } from './ledger.ts'
import { OPERATOR_LOG } from './operator-log.ts'
import { PLAY } from './play.ts'
import { PRACTICE_CHAINS } from './practice-chains.ts'
import { PUBLIC_SUMS } from './public-sums.ts'
import { PROVIDERS } from './providers.ts'
import { REWARDS } from './rewards.ts'
import { SEALS } from './seals.ts'
import { WITHDRAWALS } from './withdrawals.ts'

export interface CoinCheck {
  readonly coin: string
  readonly postings: bigint
  /** Sum of all postings: zero in a sound ledger. */
  readonly sum: bigint
  /** Held by players, by their balances. */
  readonly players: bigint
  /** Held by the house, by its balances: the players' sum with the other sign. */
  readonly house: bigint
}

export interface Reconciliation {
  readonly coins: readonly CoinCheck[]
  readonly compared: readonly Compared[]
  readonly omitted: readonly Compared[]
  /** At most 20 of each kind and comparison. */
  readonly faults: readonly Fault[]
}

/** A new kind of money movement adds its own subject. */
export const SUBJECTS: readonly Subject[] = [
  ...[LEDGER, DEPOSITS, WITHDRAWALS, BONUSES],
  ...[
    GRANTS,
    REWARDS,
    FREE_BETS,
    GIFTS,
    PLAY,
    BETS,
    CRASH,
    PROVIDERS,
    PUBLIC_SUMS,
    SEALS,
    OPERATOR_LOG,
    HISTORY,
    PRACTICE_CHAINS,
    CHECKPOINTS,
  ],
]

/**
 * Compares the ledger with itself, with the registers, and with the practice chains, all as of one moment. It trusts no
 * trigger and no constraint of the database.
 * @param house to make bets, receipts, rounds of Crash and seals again, too; null to leave that out
 */
export async function reconcile(
  db: Database,
  terms: BooksTerms,
  subjects: readonly Subject[] = SUBJECTS,
  house: House | null = null,
): Promise<Reconciliation> {
  return readInOneView(db, (trx) => reconcileView(trx, terms, subjects, ALL_ROWS, house))
}

/**
 * Does the same as of the moment of the caller's transaction.
 * @param ledger limits the tables that grow with play; if it leaves rows out, nothing is counted
 */
export async function reconcileView(
  trx: Database,
  terms: BooksTerms,
  subjects: readonly Subject[] = SUBJECTS,
  ledger: LedgerRows = ALL_ROWS,
  house: House | null = null,
): Promise<Reconciliation> {
  const isCounted = ledger === ALL_ROWS
  const coins = await readCoins(trx, ledger)
  const faults = coins
    .filter(({ sum, players, house }) => sum !== 0n || players + house !== 0n)
    .map(({ coin, sum, players, house }): Fault => {
      const where = `${coin}: postings sum to ${sum}, balances to ${players + house}, instead of 0`
      return { kind: 'coin_unbalanced', where }
    })
  const compared: Compared[] = [
    { what: 'coins: postings and balances of each sum to zero', count: coins.length },
  ]
  const omitted: Compared[] = []
  for (const { comparisons, unkeyed, thorough = [], omissions } of subjects) {
    for (const comparison of comparisons(terms, ledger)) {
      const { what, count, faults: found } = await compare(trx, comparison, isCounted)
      compared.push({ what, count })
      faults.push(...found)
    }
    for (const { what, read } of unkeyed?.(ledger) ?? []) {
      const { count, faults: found } = await read(trx)
      compared.push({ what, count })
      faults.push(...found)
    }
    if (house !== null) {
      for (const { what, read } of thorough) {
        const { count, faults: found } = await read(trx, house)
        compared.push({ what, count })
        faults.push(...found)
      }
    }
    for (const omission of isCounted ? (omissions?.(terms, house) ?? []) : []) {
      const counted = await countOmitted(trx, omission)
      if (counted.count > 0) omitted.push(counted)
    }
  }
  return { coins, compared, omitted, faults }
}

/** Without a time limit, as of one moment. */
export const readInOneView = <T>(db: Database, read: (trx: Database) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      // The pool's limit suits requests; this reads every row.
      await sql`set local statement_timeout = 0`.execute(trx)
      // Sums of a whole ledger fit, and compiling does not pay for any of these queries.
      await sql`set local work_mem = '64MB'`.execute(trx)
      await sql`set local jit = off`.execute(trx)
      return read(trx)
    })

async function readCoins(trx: Database, ledger: LedgerRows): Promise<CoinCheck[]> {
  const { rows } = await sql<Record<'coin' | 'postings' | 'sum' | 'players' | 'house', string>>`
    select account.coin, coalesce(sum(before.postings), 0) + coalesce(sum(posted.n), 0) as postings,
      coalesce(sum(before.total), 0) + coalesce(sum(posted.total), 0) as sum,
      coalesce(sum(account.balance) filter (where account.account_id is not null), 0) as players,
      coalesce(sum(account.balance) filter (where account.account_id is null), 0) as house
    from ledger_account account
    left join (
      select bucket, ledger_account_id, count(*) as n, sum(amount) as total
      from ${ledger.postings} posting group by bucket, ledger_account_id
    ) posted on (posted.bucket, posted.ledger_account_id) = (account.bucket, account.id)
    left join ${ledger.before} before on (before.bucket, before.ledger_account_id) = (account.bucket, account.id)
    group by account.coin order by account.coin`.execute(trx)
  return rows.map(({ coin, postings, sum, players, house }) => ({
    coin,
    postings: BigInt(postings),
    sum: BigInt(sum),
    players: BigInt(players),
    house: BigInt(house),
  }))
}
