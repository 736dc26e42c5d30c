import { sql } from 'kysely'
import { isTimeOut } from '#server/db/database-trouble.ts'
import { bucketOf } from '#server/ledger/bucket.ts'
import { postingsOf } from '#server/ledger/ledger-transaction.ts'
import type { Database, WithdrawalRow } from '#server/db/tables.ts'
import { reservationKey, reserveWithdrawal } from '#server/ledger/movements.ts'
import { planTransaction } from '#server/ledger/plan-transaction.ts'
import type { SignerContext } from './signer-context.ts'

export type BooksDifference =
  | 'fee'
  | 'no_reservation'
  | 'other_reservation'
  | 'not_reserved_any_more'
  | 'balances'
  | 'pending_too_small'
  | 'paid_before'

export class BooksDifferError extends Error {
  override readonly name = 'BooksDifferError'
  readonly differences: readonly BooksDifference[]

  constructor(...differences: BooksDifference[]) {
    super(`The books say otherwise: ${differences.join(', ')}`)
    this.differences = differences
  }
}

/** The books could not be summed up in time, so the result is unknown. */
export class BooksTooSlowError extends Error {
  override readonly name = 'BooksTooSlowError'
  readonly withdrawal: string

  constructor(withdrawal: string, cause: unknown) {
    super(`The books of withdrawal ${withdrawal} could not be read within ${ADD_UP_WITHIN_MS} ms`, { cause })
    this.withdrawal = withdrawal
  }
}

/** Amounts are text: JSON numbers would lose precision. */
interface Books {
  readonly reservation: {
    readonly kind: string
    readonly subject: string | null
    readonly fingerprint: string
    readonly lines: number
  } | null
  readonly postings: readonly {
    readonly kind: string
    readonly coin: string
    readonly player: number | null
    readonly amount: string
  }[]
  readonly balances: readonly { readonly kind: string; readonly balance: string; readonly posted: string }[]
  /** Part of the pending balance that belongs to this withdrawal. */
  readonly held: string
  readonly open: string
  /** A stored transaction has paid or may pay. */
  readonly is_paid: boolean
}

/** A long-time player has millions of bets in a coin. */
const ADD_UP_WITHIN_MS = 20_000

/**
 * Checks a withdrawal against the ledger, in one snapshot: every posting of its reservation, and the recomputed balances of
 * the player. The withdrawal's own row does not suffice.
 * @throws BooksTooSlowError, after which the transaction can only be rolled back
 */
export async function booksDifferences(trx: Database, row: WithdrawalRow): Promise<BooksDifference[]> {
  const { id, account_id: player, coin } = row
  const amount = BigInt(row.amount)
  const fee = BigInt(row.fee)
  const expected = planTransaction(reserveWithdrawal({ player, coin, amount, withdrawal: id }))
  const books = await readBooks(trx, row).catch((error: unknown) => {
    throw isTimeOut(error) ? new BooksTooSlowError(id, error) : error
  })
  const { reservation, postings } = books
  const lines = postingsOf(expected).map(({ account, amount }) => [
    ...[account.kind, account.coin, 'player' in account ? account.player : null, `${amount}`],
  ])
  const isExpected =
    reservation?.kind === expected.kind &&
    reservation.subject === id &&
    reservation.lines === lines.length &&
    reservation.fingerprint === expected.fingerprint.toString('hex') &&
    JSON.stringify(postings.map((each) => [each.kind, each.coin, each.player, each.amount])) ===
      JSON.stringify(lines)
  const pending = BigInt(books.balances.find(({ kind }) => kind === 'pending')?.posted ?? 0)
  const isSound = books.balances.every(
    ({ balance, posted }) => BigInt(balance) === BigInt(posted) && BigInt(posted) >= 0n,
  )
  const found: [BooksDifference, boolean][] = [
    ['fee', fee < 0n || fee >= amount],
    ['no_reservation', !reservation],
    ['other_reservation', reservation !== null && !isExpected],
    ['not_reserved_any_more', isExpected && BigInt(books.held) !== amount],
    ['balances', !isSound],
    ['pending_too_small', pending < BigInt(books.open)],
    ['paid_before', books.is_paid],
  ]
  return found.flatMap(([difference, isFound]) => (isFound ? [difference] : []))
}

async function readBooks(trx: Database, { id, account_id: player, coin }: WithdrawalRow): Promise<Books> {
  await sql`set local statement_timeout = ${sql.lit(ADD_UP_WITHIN_MS)}`.execute(trx)
  const key = reservationKey(id)
  const bucket = bucketOf(player)
  const { rows } = await sql<Books>`
    with account as (
      select * from ledger_account where bucket = ${bucket} and account_id = ${player} and coin = ${coin}
    )
    select
      (
        select json_build_object('kind', kind, 'subject', subject, 'lines', lines,
          'fingerprint', encode(fingerprint, 'hex'))
        from ledger_transaction where bucket = ${bucket} and key = ${key}
      ) as reservation,
      (
        select coalesce(json_agg(json_build_object('kind', holder.kind, 'coin', holder.coin,
          'player', holder.account_id, 'amount', posting.amount::text) order by posting.line), '[]')
        from ledger_transaction reserved
        join ledger_posting posting on (posting.bucket, posting.transaction_id) = (reserved.bucket, reserved.id)
        join ledger_account holder on (holder.bucket, holder.id) = (posting.bucket, posting.ledger_account_id)
        where reserved.bucket = ${bucket} and reserved.key = ${key}
      ) as postings,
      (
        select coalesce(json_agg(json_build_object('kind', account.kind, 'balance', account.balance::text,
          'posted', (
            select coalesce(sum(posting.amount), 0)::text from ledger_posting posting
            where (posting.bucket, posting.ledger_account_id) = (account.bucket, account.id)
          ))), '[]')
        from account
      ) as balances,
      (
        select coalesce(sum(posting.amount), 0)::text
        from account
        join ledger_posting posting on (posting.bucket, posting.ledger_account_id) = (account.bucket, account.id)
        join ledger_transaction moved on (moved.bucket, moved.id) = (posting.bucket, posting.transaction_id)
        where account.kind = 'pending' and moved.subject = ${id}
      ) as held,
      (
        select coalesce(sum(amount), 0)::text from withdrawal
        where account_id = ${player} and coin = ${coin}
          and status in ('queued', 'review', 'signing', 'signed', 'broadcast')
      ) as open,
      exists (
        select from withdrawal_transaction
        where withdrawal_id = ${id} and outcome is distinct from 'expired' and outcome is distinct from 'reverted'
      ) as is_paid`.execute(trx)
  const [books] = rows
  if (!books) throw new Error('The ledger answers nothing')
  return books
}

export async function holdForBooks(
  trx: Database,
  { clock, logger }: Pick<SignerContext, 'clock' | 'logger'>,
  { id, differences }: { readonly id: string; readonly differences: readonly BooksDifference[] },
): Promise<void> {
  await trx
    .updateTable('withdrawal')
    .set({
      status: 'review',
      reason: 'books_differ',
      updated_at: new Date(clock()),
      claimed_by: null,
      claimed_until: null,
    })
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'signing'])
    .execute()
  logger.error(
    { alarm: 'withdrawal', withdrawal: id, differences },
    'the books say otherwise than a withdrawal: it is not paid, and a person has to look at it',
  )
}
