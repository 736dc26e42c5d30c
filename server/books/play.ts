import { sql } from 'kysely'
import { GIFT_GAMES } from '#rules/fair-games.ts'
import type { LedgerRows } from '#server/ledger/ledger-rows.ts'
import type { Comparison, Subject } from './comparison.ts'

const gamesOf = (ledger: LedgerRows): Comparison => ({
  what: 'stakes, payouts and rounds: with the game',
  growsWithPlay: true,
  count: sql`select count(*) from ${ledger.transactions} moved where kind in ('stake', 'payout', 'round')`,
  rows: sql`
    select moved.id, moved.kind, moved.key, moved.subject from ${ledger.transactions} moved
    where moved.kind in ('stake', 'payout', 'round')
      and not exists (select from game where game.slug = moved.subject)
      -- Games that are only gifts are in no catalogue.
      and moved.subject not in (${sql.join(GIFT_GAMES.map((game) => sql.lit(game)))})
    order by moved.id`,
  checks: [
    {
      kind: 'game_unknown',
      holds: sql`false`,
      where: sql`concat('transaction ', it.id, ' (', it.kind, ', ', it.key, '): no game ', coalesce(it.subject, 'named'))`,
    },
  ],
})

const payoutsOf = (ledger: LedgerRows): Comparison => ({
  what: 'payouts: with the stake of the same bet, player, coin and game before them',
  growsWithPlay: true,
  rows: sql`
    select paid.id, paid.key, paid.subject, taker.account_id, taker.coin,
      stake.id as stake_id, stake.kind as stake_kind, stake.subject as stake_subject,
      giver.account_id as stake_player, giver.coin as stake_coin
    from ${ledger.transactions} paid
    left join ${ledger.postings} gain on (gain.bucket, gain.transaction_id) = (paid.bucket, paid.id) and gain.line = 2
    left join ledger_account taker on (taker.bucket, taker.id) = (gain.bucket, gain.ledger_account_id)
    left join ledger_transaction stake on stake.bucket = paid.bucket
      and stake.key = regexp_replace(paid.key, '/(payout|back)$', '/stake')
    left join ledger_posting loss on (loss.bucket, loss.transaction_id) = (stake.bucket, stake.id) and loss.line = 1
    left join ledger_account giver on (giver.bucket, giver.id) = (loss.bucket, loss.ledger_account_id)
    where paid.kind = 'payout'
    order by paid.id`,
  checks: [
    {
      kind: 'payout_without_stake',
      holds: sql`it.stake_kind = 'stake' and it.stake_id < it.id and it.stake_subject = it.subject
        and it.stake_player = it.account_id and it.stake_coin = it.coin`,
      where: sql`concat('transaction ', it.id, ' (', it.key, ', player ', it.account_id, ', ', it.coin, '): ',
        case when it.stake_id is null then 'no stake' else concat('the stake of player ', it.stake_player, ' in ',
        it.stake_coin, ' on ', it.stake_subject) end)`,
    },
  ],
})

export const PLAY: Subject = {
  comparisons: (_, ledger) => [gamesOf(ledger), payoutsOf(ledger)],
}
