import { booksTermsOf, type BooksTerms } from '#server/books/books-terms.ts'
import type { Fault } from '#server/books/faults.ts'
import { reconcile } from '#server/books/reconcile.ts'
import { readConfig } from '#server/config/config.ts'
import type { Database } from '#server/db/tables.ts'
import { grantPracticeMoney, playRound } from '#server/ledger/movements.ts'
import { grantKey } from '#server/ledger/movements.ts'
import { postTransaction } from '#server/ledger/post-transaction.ts'

/** Practice mode without any configuration. */
export const TERMS = booksTermsOf(readConfig({}))

/** Gifts of tests. The product gives players 1,000 USDT and nothing else. */
const given = new Map<string, { readonly coin: string; readonly amount: string }>()

/** Prefix of bets that only give players money: no register has them. */
const GIVEN = 'given-'

/** Includes the gifts so far. */
export const termsWithGiven = (terms: BooksTerms): BooksTerms => ({
  ...terms,
  grants: [...terms.grants, ...given.values()],
})

export async function faultsOf(db: Database, terms: BooksTerms = TERMS): Promise<readonly Fault[]> {
  const { faults } = await reconcile(db, termsWithGiven(terms))
  return faults.filter(({ kind, where }) => kind !== 'bet_unknown' || !where.includes(`bet/${GIVEN}`))
}

interface Money {
  readonly player: number
  readonly coin: string
  readonly amount: bigint
}

/** Gives a player money as a practice grant, and the second time as a won bet. */
export async function giveMoney(db: Database, { player, coin, amount }: Money, at: number): Promise<void> {
  const before = await db
    .selectFrom('ledger_transaction')
    .select('id')
    .where('key', '=', grantKey(player, coin))
    .executeTakeFirst()
  if (before) {
    await postTransaction(db, givenBet({ player, coin, amount: 1n }, amount + 1n), at)
    return
  }
  given.set(`${coin} ${amount}`, { coin, amount: `${amount}` })
  await postTransaction(db, grantPracticeMoney({ player, coin, amount }), at)
}

/** As a lost bet. */
export async function takeMoney(db: Database, money: Money, at: number): Promise<void> {
  await postTransaction(db, givenBet(money, 0n), at)
}

const givenBet = (money: Money, payout: bigint) =>
  playRound({ ...money, payout, bet: `${GIVEN}${crypto.randomUUID()}`, game: 'dice' })
