import { sql } from 'kysely'
import { gameSumsOf } from '#server/ledger/game-sums.ts'
import type { LedgerRows } from '#server/ledger/ledger-rows.ts'
import type { Comparison, Subject } from './comparison.ts'

const accounts: Comparison = {
  what: 'accounts added up by earlier checks: each there as it was',
  count: sql`select count(*) from ledger_check_account`,
  rows: sql`
    select kept.*, account.kind as kind_now, account.coin as coin_now, account.account_id as account_id_now
    from ledger_check_account kept
    left join ledger_account account on (account.bucket, account.id) = (kept.bucket, kept.ledger_account_id)
    where account.id is null or (account.kind, account.coin) <> (kept.kind, kept.coin)
      or account.account_id is distinct from kept.account_id`,
  checks: [
    {
      kind: 'checkpoint_differs',
      holds: sql`false`,
      where: sql`concat('account ', it.ledger_account_id, ' in bucket ', it.bucket, ': ', concat_ws(' ', it.kind_now, it.coin_now,
        it.account_id_now), ' instead of ', concat_ws(' ', it.kind, it.coin, it.account_id))`,
    },
  ],
}

/** Sums of the buckets that are read as a whole. */
const totalsOf = ({ postings, isWhole }: LedgerRows): Comparison => ({
  what: 'sums that earlier checks have kept: with the postings they were made of',
  growsWithPlay: true,
  count: sql`select count(*) from ledger_check_account`,
  rows: sql`
    select bucket, ledger_account_id, kept.postings, kept.total, posted.n, posted.sum
    from (select * from ledger_check_account where ${isWhole(sql`bucket`)}) kept
    full join (
      select posting.bucket, posting.ledger_account_id, count(*) as n, sum(posting.amount) as sum
      from ${postings} posting
      join ledger_check_bucket mark on mark.bucket = posting.bucket and posting.transaction_id <= mark.checked_to
      group by posting.bucket, posting.ledger_account_id
    ) posted using (bucket, ledger_account_id)
    where (kept.postings, kept.total) is distinct from (posted.n, posted.sum)`,
  checks: [
    {
      kind: 'checkpoint_differs',
      holds: sql`false`,
      where: sql`concat('account ', it.ledger_account_id, ' in bucket ', it.bucket, ': kept ', coalesce(it.total, 0), ' of ',
        coalesce(it.postings, 0), ' postings, there are ', coalesce(it.sum, 0), ' of ', coalesce(it.n, 0))`,
    },
  ],
})

const gamesOf = (ledger: LedgerRows): Comparison => ({
  what: 'sums of games that earlier checks have kept: with the bets they were made of',
  growsWithPlay: true,
  count: sql`select count(*) from ledger_check_game`,
  rows: sql`
    select bucket, game, coin, kept.staked, kept.paid, played.staked as staked_now, played.paid as paid_now
    from (select * from ledger_check_game where ${ledger.isWhole(sql`bucket`)}) kept
    full join ${gameSumsOf(
      ledger,
      sql`moved.id <= (select checked_to from ledger_check_bucket mark where mark.bucket = moved.bucket)`,
    )} played using (bucket, game, coin)
    where (kept.bets, kept.staked, kept.paid, kept.staked_squares, kept.paid_squares, kept.products) is distinct from
      (played.bets, played.staked, played.paid, played.staked_squares, played.paid_squares, played.products)`,
  checks: [
    {
      kind: 'checkpoint_differs',
      holds: sql`false`,
      where: sql`concat(it.game, ' in ', it.coin, ', bucket ', it.bucket, ': kept ', coalesce(it.staked, 0), ' staked and ',
        coalesce(it.paid, 0), ' paid, there are ', coalesce(it.staked_now, 0), ' and ', coalesce(it.paid_now, 0))`,
    },
  ],
})

/** Sums that earlier checks have kept, so that later ones and the public figures go on from there. */
export const CHECKPOINTS: Subject = {
  comparisons: (_, ledger) => [accounts, totalsOf(ledger), gamesOf(ledger)],
}
