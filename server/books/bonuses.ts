import { sql } from 'kysely'
import { centsOf } from '#contract/values.ts'
import type { LedgerRows } from '#server/ledger/ledger-rows.ts'
import { PROMOTIONS } from '#server/promotions/promotions.seed.ts'
import type { Comparison, Subject } from './comparison.ts'
import { holdsOf } from './withdrawals.ts'

const named = sql`concat('bonus ', it.id, ' of ', it.amount, ' ', it.coin, ' (', it.status, '), player ',
  it.account_id, ': ')`

/** Every offer that a release of Koi has made. An offer that is changed stays here, for the bonuses that it gave. */
const OFFERS = PROMOTIONS.flatMap(({ offer }) =>
  offer === null
    ? []
    : [
        {
          ordinal: offer.ordinal,
          bonus_bps: offer.bonusBps,
          release_bps: offer.releaseBps,
          symbol: offer.coin,
          days: offer.releaseDays,
          least: `${centsOf(offer.minUsd)}`,
          most: `${centsOf(offer.maxUsd)}`,
        },
      ],
)
const offers = sql`jsonb_to_recordset(${JSON.stringify(OFFERS)}::jsonb) as offer (
  ordinal integer, bonus_bps integer, release_bps integer, symbol text, days integer, least numeric, most numeric)`

/** Sums by bonus and kind, to or from the bonus's player and coin: how much, how often, and when for the last time. */
const moved = (kind: string) => sql`(
  select moved.subject, sum(taken.amount) as amount, count(*) as n, max(moved.at) as at
  from ledger_transaction moved
  join ledger_posting taken on (taken.bucket, taken.transaction_id) = (moved.bucket, moved.id) and taken.line = 2
  where moved.kind = ${sql.lit(kind)} group by moved.subject
)`

const posted: Comparison = {
  what: 'bonuses: with what was locked, released, taken back and given up with the account, and moments',
  rows: sql`
    select bonus.*, locked.amount as locked, locked.n as locked_n, locked.at as locked_at,
      coalesce(freed.amount, 0) as freed, freed.at as freed_at,
      taken.amount as taken, taken.at as taken_at, player.closed_at
    from bonus
    left join ${moved('bonus-lock')} locked on locked.subject = bonus.id::text
    left join ${moved('bonus-release')} freed on freed.subject = bonus.id::text
    left join ${moved('bonus-forfeit')} taken on taken.subject = bonus.id::text
    left join account player on player.id = bonus.account_id
    order by bonus.id`,
  checks: [
    {
      kind: 'bonus_unposted',
      holds: sql`it.released = it.freed and case
        when it.status = 'declined' then it.locked is null and it.amount = 0 and it.taken is null
        else it.locked = it.amount and it.locked_n = 1 end
        and case
          when it.status in ('active', 'released') then it.taken is null
          -- With a closed account goes all that is locked, in one posting that the closing is compared by.
          when it.status = 'given_up' and it.taken is null then it.ended_at = it.closed_at
          when it.status in ('given_up', 'expired') then it.taken = it.amount - it.released
          else it.status = 'declined' end
        and (it.status <> 'released' or it.released = it.amount)`,
      where: sql`concat(${named}, 'released ', it.released, '; posted: locked ', coalesce(it.locked, 0),
        ', released ', it.freed, ', taken back ', coalesce(it.taken, 0))`,
    },
    {
      kind: 'time_differs',
      holds: sql`(it.locked_at is null or it.locked_at = it.granted_at)
        and (it.taken_at is null or it.taken_at = it.ended_at)
        and (it.status <> 'released' or it.freed_at = it.ended_at)
        and (it.status <> 'declined' or it.ended_at = it.granted_at)
        and (it.status <> 'expired' or it.expires_at <= it.ended_at)
        and (it.status <> 'given_up' or it.closed_at = it.ended_at or it.expires_at > it.ended_at)`,
      where: sql`concat(${named}, 'given ', it.granted_at, ', until ', it.expires_at, ', ended ', it.ended_at,
        '; posted ', it.locked_at, ', ', it.freed_at, ', ', it.taken_at)`,
    },
  ],
}

const terms: Comparison = {
  what: 'bonuses: terms and amount with the offers of this release, and with their deposits',
  rows: sql`
    select bonus.*, deposit.account_id as payer, deposit.status as deposit_status,
      deposit.usd_cents, deposit.settled_at, earlier.granted_at as earlier_at,
      count(*) over (partition by bonus.account_id, bonus.ordinal) as twins,
      count(*) over (partition by bonus.deposit_id) as of_deposit,
      exists (
        select from ${offers}
        join coin on coin.id = bonus.coin and coin.symbol = offer.symbol
        where (offer.ordinal, offer.bonus_bps, offer.release_bps)
            = (bonus.ordinal, bonus.bonus_bps, bonus.release_bps)
          and bonus.expires_at - bonus.granted_at = offer.days * interval '24 hours'
          and bonus.deposit_cents >= offer.least
          and (bonus.status = 'declined' or bonus.amount = div(
            least(bonus.deposit_cents::numeric, offer.most) * offer.bonus_bps * power(10::numeric, coin.decimals), 1000000))
      ) as is_offered
    from bonus
    left join deposit on deposit.id = bonus.deposit_id
    left join bonus earlier on earlier.account_id = bonus.account_id and earlier.ordinal = bonus.ordinal - 1
    order by bonus.id`,
  checks: [
    {
      kind: 'bonus_terms_differ',
      holds: sql`it.is_offered and it.twins = 1 and (it.ordinal = 1 or it.earlier_at <= it.granted_at)`,
      where: sql`concat(${named}, 'number ', it.ordinal, ', ', it.bonus_bps, ' and ', it.release_bps,
        ' basis points of ', it.deposit_cents, ' cents, until ', it.expires_at, ': never offered')`,
    },
    {
      kind: 'bonus_deposit_differs',
      holds: sql`it.of_deposit = 1 and it.deposit_status = 'credited' and it.payer = it.account_id
        and it.usd_cents = it.deposit_cents and it.settled_at = it.granted_at`,
      where: sql`concat(${named}, 'for ', it.deposit_cents, ' cents at ', it.granted_at, '; deposit ', it.deposit_id,
        ' of player ', it.payer, ': ', it.usd_cents, ' cents at ', it.settled_at)`,
    },
  ],
}

const known: Comparison = {
  what: 'bonus money locked, released and taken back: each with its bonus, player and coin',
  rows: sql`
    select moved.id, moved.kind, moved.key, moved.subject, account.account_id, account.coin, moved.at,
      bonus.account_id as player, bonus.coin as bonus_coin, bonus.status, bonus.granted_at, bonus.ended_at
    from ledger_transaction moved
    left join ledger_posting posting on (posting.bucket, posting.transaction_id) = (moved.bucket, moved.id)
      and posting.line = case when moved.kind = 'bonus-lock' then 2 else 1 end
    left join ledger_account account on (account.bucket, account.id) = (posting.bucket, posting.ledger_account_id)
    left join bonus on bonus.id::text = moved.subject
    where moved.kind in ('bonus-lock', 'bonus-release', 'bonus-forfeit')
    order by moved.id`,
  checks: [
    {
      kind: 'bonus_unknown',
      holds: sql`it.player = it.account_id and it.bonus_coin = it.coin and it.status <> 'declined'`,
      where: sql`concat('transaction ', it.id, ' (', it.kind, ' of player ', it.account_id, ' in ', it.coin, '): ',
        case when it.player is null then 'no bonus ' else 'not what is bonus ' end, it.subject)`,
    },
  ],
}

const releases: Comparison = {
  what: 'releases of bonuses: with the bet that each was released by, its player, its stake and when it was decided',
  rows: sql`
    select moved.id, moved.key, moved.subject, moved.at, stake.kind as stake_kind, stake.at as staked_at,
      account.account_id as player, bonus.account_id, bonus.granted_at, bonus.expires_at,
      -- A round releases when it ends.
      case stake.kind when 'stake' then decided.at else stake.at end as decided_at
    from (
      select moved.*, substr(key, char_length('bonus/' || subject || '/release/') + 1) as bet
      from ledger_transaction moved where kind = 'bonus-release'
    ) moved
    left join bonus on bonus.id::text = moved.subject
    left join ledger_transaction stake on stake.bucket = moved.bucket and stake.key = 'bet/' || moved.bet || '/stake'
    left join ledger_posting posting on (posting.bucket, posting.transaction_id) = (stake.bucket, stake.id) and posting.line = 1
    left join ledger_account account on (account.bucket, account.id) = (posting.bucket, posting.ledger_account_id)
    left join bet decided on (decided.bucket, decided.account_id) = (moved.bucket, account.account_id)
      and decided.id = case when moved.bet ~ '^[1-9][0-9]{0,17}$' then moved.bet::bigint end
    order by moved.id`,
  checks: [
    {
      kind: 'release_without_bet',
      holds: sql`it.stake_kind in ('stake', 'round') and it.player = it.account_id and it.at = it.decided_at
        and it.staked_at >= it.granted_at and it.staked_at < it.expires_at`,
      where: sql`concat('transaction ', it.id, ' (', it.key, ') at ', it.at, ': ', case when it.stake_kind is null
        then 'no such bet' else concat('a bet of player ', it.player, ' at ', it.staked_at, ', decided at ',
          coalesce(it.decided_at::text, 'no time')) end)`,
    },
  ],
}

/** Worth and edge of a bet are rounded down, by less than two units together. */
const ROUNDED = 2

const amountsOf = (ledger: LedgerRows): Comparison => ({
  what: "releases of bonuses: what each bet has released with its edge and the bonus's share of it",
  growsWithPlay: true,
  rows: sql`
    select freed.bet, freed.account_id, freed.dollars, freed.share, decided.edge_usd,
      case when decided.steps is null then 1 else price.lowest end as lowest,
      case when decided.steps is null then 1 else price.highest end as highest,
      decided.steps is null or price.since <= decided.placed_at as is_known
    from (
      select moved.bucket, substr(moved.key, char_length('bonus/' || moved.subject || '/release/') + 1) as bet,
        account.account_id, sum(posting.amount * power(10::numeric, 8 - coin.decimals)) as dollars, max(bonus.release_bps) as share
      from ${ledger.transactions} moved
      join ${ledger.postings} posting on (posting.bucket, posting.transaction_id) = (moved.bucket, moved.id) and posting.line = 2
      join ledger_account account on (account.bucket, account.id) = (posting.bucket, posting.ledger_account_id)
      join coin on coin.id = account.coin
      join bonus on bonus.id::text = moved.subject
      where moved.kind = 'bonus-release'
      group by 1, 2, 3
    ) freed
    join bet decided on (decided.bucket, decided.account_id) = (freed.bucket, freed.account_id)
      and decided.id = case when freed.bet ~ '^[1-9][0-9]{0,17}$' then freed.bet::bigint end
    left join lateral (
      -- A round releases at the price of its end, and counts with the one of its beginning.
      select min(since) as since, min(lowest) as lowest, max(highest) as highest from (
        select * from price_hour
        where price_hour.coin = decided.coin and price_hour.hour <= decided.at + interval '1 hour'
          and price_hour.hour >= coalesce((
            select known.hour from price_hour known
            where known.coin = decided.coin and known.hour <= decided.placed_at - interval '1 hour'
            order by known.hour desc limit 1), '-infinity')
      ) of_round
    ) price on decided.steps is not null
    order by decided.id`,
  checks: [
    {
      kind: 'release_too_large',
      holds: sql`not coalesce(it.is_known, false)
        or it.dollars * 10000 * it.lowest <= (it.edge_usd + ${sql.lit(ROUNDED)}) * it.share::numeric * it.highest`,
      where: sql`concat('bet ', it.bet, ' of player ', it.account_id, ' with an edge of ', it.edge_usd, ': released ', it.dollars,
        ', at ', it.share, ' basis points of it')`,
    },
  ],
})

export const BONUSES: Subject = {
  comparisons: (_, ledger) => [
    ...[posted, terms, known, releases, amountsOf(ledger)],
    holdsOf(
      'locked balances: with what is left of active bonuses',
      'locked',
      sql`select account_id, coin, sum(amount - released) as amount from bonus
        where status = 'active' group by account_id, coin`,
    ),
  ],
}
