import { sql } from 'kysely'
import { HOUSE_KINDS, PLAYER_KINDS } from '#server/db/ledger-kinds.ts'
import type { LedgerRows } from '#server/ledger/ledger-rows.ts'
import type { Comparison, Subject } from './comparison.ts'
import { BUCKETS as N_BUCKETS } from '#server/ledger/bucket.ts'
import { areMovesOfKind, isKeyOfKind, hasSubject, isKnownKind } from './shapes.ts'

const listed = (names: readonly string[]) => sql`(${sql.join(names.map((name) => sql.lit(name)))})`
const BUCKETS = sql.lit(N_BUCKETS)
const EXTERNAL = sql`('deposit', 'withdrawal')`

const accountsOf = (ledger: LedgerRows): Comparison => ({
  what: 'accounts: balance with the sum of their postings',
  growsWithPlay: true,
  rows: sql`
    select account.*, coalesce(before.total, 0) + coalesce(posted.total, 0) as total,
      count(*) over (partition by account.bucket, account.kind, account.coin, account.account_id, account.stripe) as twins,
      player.id as player, coin.id as known_coin
    from ${ledger.accounts} account
    left join (
      select bucket, ledger_account_id, sum(amount) as total from ${ledger.postings} posting
      group by bucket, ledger_account_id
    ) posted on (posted.bucket, posted.ledger_account_id) = (account.bucket, account.id)
    left join ${ledger.before} before on (before.bucket, before.ledger_account_id) = (account.bucket, account.id)
    left join account player on player.id = account.account_id
    left join coin on coin.id = account.coin
    order by account.id`,
  checks: [
    {
      kind: 'balance_differs',
      holds: sql`it.balance = it.total`,
      where: sql`concat(it.kind, ' ', it.coin, coalesce(' of player ' || it.account_id, concat(', bucket ', it.bucket, ', stripe ', it.stripe)),
        ': balance ', it.balance, ', postings ', it.total)`,
    },
    {
      kind: 'balance_negative',
      holds: sql`it.account_id is null or it.balance >= 0`,
      where: sql`concat(it.kind, ' ', it.coin, ' of player ', it.account_id, ': ', it.balance)`,
    },
    {
      kind: 'account_unknown',
      holds: sql`it.twins = 1 and it.known_coin is not null and case
        when it.kind in ${listed(PLAYER_KINDS)} then it.player is not null and it.stripe = 0 and it.bucket = it.player % ${BUCKETS}
        when it.kind in ${listed(HOUSE_KINDS)} then it.account_id is null and it.bucket between 0 and ${BUCKETS} - 1 end`,
      where: sql`concat('account ', it.id, ' in bucket ', it.bucket, ', ', it.kind, ' ', it.coin, coalesce(' of player ' || it.account_id, ''),
        ': there ', it.twins, ' times')`,
    },
  ],
})

/**
 * Each posting begins where another one ended: of all beginnings and ends of an account only 0 and its balance are left
 * over, in any order in which two sessions have posted.
 */
const stepsOf = (ledger: LedgerRows): Comparison => ({
  what: "postings to players' accounts: the balance each left with the one the next began with",
  growsWithPlay: true,
  count: sql`select count(*) from ${ledger.postings} posting where balance_after is not null`,
  rows: sql`
    select account.id, account.kind, account.coin, account.account_id, step.balance as off
    from (
      select bucket, ledger_account_id, balance from (
        select bucket, ledger_account_id, balance_after as balance, 1 as n from ${ledger.postings} posting
        where balance_after is not null
        union all
        select bucket, ledger_account_id, balance_after - amount, -1 from ${ledger.postings} posting
        where balance_after is not null
        union all
        select account.bucket, account.id, coalesce(before.total, 0), 1 from ${ledger.accounts} account
        left join ${ledger.before} before on (before.bucket, before.ledger_account_id) = (account.bucket, account.id)
        union all
        select bucket, id, balance, -1 from ${ledger.accounts} account
      ) ends
      group by bucket, ledger_account_id, balance having sum(n) <> 0
    ) step
    join ledger_account account on (account.bucket, account.id) = (step.bucket, step.ledger_account_id)
    where account.account_id is not null
    union all
    select account.id, account.kind, account.coin, account.account_id, posting.balance_after
    from ${ledger.postings} posting join ledger_account account on (account.bucket, account.id) = (posting.bucket, posting.ledger_account_id)
    where account.account_id is not null and (posting.balance_after is null or posting.balance_after < 0)
    order by 1, 5`,
  checks: [
    {
      kind: 'balance_step_differs',
      holds: sql`false`,
      where: sql`concat(it.kind, ' ', it.coin, ' of player ', it.account_id, ': no step leads to or from ', it.off)`,
    },
  ],
})

const postingsOf = (ledger: LedgerRows): Comparison => ({
  what: 'postings: with their transaction, account and coin',
  growsWithPlay: true,
  count: sql`select count(*) from ${ledger.postings} posting`,
  rows: sql`
    select posting.transaction_id, posting.line, posting.amount
    from ${ledger.postings} posting
    left join ${ledger.transactions} moved on (moved.bucket, moved.id) = (posting.bucket, posting.transaction_id)
    left join ledger_account account on (account.bucket, account.id) = (posting.bucket, posting.ledger_account_id)
    where moved.id is null or account.id is null or posting.coin <> account.coin
    order by posting.transaction_id, posting.line`,
  checks: [
    {
      kind: 'posting_lost',
      holds: sql`false`,
      where: sql`concat('transaction ', it.transaction_id, ', line ', it.line, ': ', it.amount)`,
    },
  ],
})

/** Lines 1 and 2, 3 and 4 and so on are one move each: one account loses what the other gains. */
const transactionsOf = (ledger: LedgerRows): Comparison => ({
  what: 'transactions: kind, moves, player, key, and fingerprint made again of the postings',
  growsWithPlay: true,
  rows: sql`
    select moved.id, moved.kind, moved.key, moved.subject, moved.fingerprint, moved.lines,
      coalesce(posted.n, 0) as n, posted.first, posted.last, posted.wanted,
      posted.moves, posted.are_even, posted.coin, posted.last_coin, posted.player, posted.last_player,
      sent.chain, sent.tx_id, sent.log_index
    from ${ledger.transactions} moved
    left join (
      select bucket, transaction_id, count(*) as n, min(line) as first, max(line) as last,
        string_agg(concat('["', kind, '","', coin, '",', coalesce(account_id::text, 'null'), ',"', amount, '"]'), ','
          order by line) as wanted,
        string_agg(kind || '>' || gain_kind, ' ' order by line) filter (where is_pair) as moves,
        bool_and(amount < 0 and gain_amount = -amount and gain_coin = coin) filter (where is_pair) as are_even,
        min(coin) filter (where is_pair) as coin, max(coin) filter (where is_pair) as last_coin,
        least(min(account_id) filter (where is_pair), min(gain_account_id) filter (where is_pair)) as player,
        greatest(max(account_id) filter (where is_pair), max(gain_account_id) filter (where is_pair)) as last_player
      from (
        select posting.bucket, posting.transaction_id, posting.line, posting.amount,
          account.kind, account.coin, account.account_id,
          lead(posting.amount) over next as gain_amount, lead(account.kind) over next as gain_kind,
          lead(account.coin) over next as gain_coin, lead(account.account_id) over next as gain_account_id,
          posting.line % 2 = 1 and lead(posting.line) over next = posting.line + 1 as is_pair
        from ${ledger.postings} posting
        join ${ledger.accounts} account on (account.bucket, account.id) = (posting.bucket, posting.ledger_account_id)
        window next as (partition by posting.bucket, posting.transaction_id order by posting.line)
      ) line
      group by bucket, transaction_id
    ) posted on (posted.bucket, posted.transaction_id) = (moved.bucket, moved.id)
    left join ledger_transfer sent on (sent.bucket, sent.transaction_id) = (moved.bucket, moved.id) and sent.line <= 2
    order by moved.id`,
  checks: [
    {
      kind: 'transaction_unbalanced',
      holds: sql`it.n = it.lines and it.n % 2 = 0 and it.first = 1 and it.last = it.lines and it.are_even`,
      where: sql`concat('transaction ', it.id, ' (', it.kind, '): ', it.n, ' of ', it.lines, ' postings',
        case when it.are_even is not true then ', which are no pairs of one amount of one coin' end)`,
    },
    {
      kind: 'kind_unknown',
      holds: isKnownKind,
      where: sql`concat('transaction ', it.id, ': ', it.kind)`,
    },
    {
      kind: 'shape_differs',
      holds: sql`not (${isKnownKind}) or it.are_even is not true or (
        ${areMovesOfKind}
        and (it.subject is not null) = ${hasSubject}
        and (it.chain is not null) = (it.kind in ('deposit', 'withdrawal-complete'))
        and (it.kind = 'account-forfeit'
          or (it.moves = 'deposit>house house>available') = (it.coin <> it.last_coin))
      )`,
      where: sql`concat('transaction ', it.id, ' (', it.kind, ')', ': ', it.moves,
        case when it.coin <> it.last_coin then concat(' of ', it.coin, ' and ', it.last_coin) end,
        coalesce(' for ' || it.subject, ' for nothing named'), coalesce(' on ' || it.chain, ''))`,
    },
    {
      kind: 'players_mixed',
      holds: sql`it.are_even is not true or it.player = it.last_player`,
      where: sql`concat('transaction ', it.id, ' (', it.kind, '): players ', it.player, ' and ', it.last_player)`,
    },
    {
      kind: 'key_differs',
      holds: sql`it.are_even is not true or not (${isKnownKind}) or ${isKeyOfKind}`,
      where: sql`concat('transaction ', it.id, ' (', it.kind, '): ', it.key)`,
    },
    {
      kind: 'fingerprint_differs',
      holds: sql`it.fingerprint = sha256(convert_to(concat('[', to_json(it.kind), ',',
        coalesce(to_json(it.subject)::text, 'null'), ',[', it.wanted, '],',
        case when it.chain is null then 'null' else
          concat('[', to_json(it.chain), ',', to_json(it.tx_id), ',', it.log_index, ']') end, ']'), 'UTF8'))`,
      where: sql`concat('transaction ', it.id, ' (', it.kind, ', ', it.key, '): not what was asked for')`,
    },
  ],
})

export const keysOf = (ledger: LedgerRows): Comparison => ({
  what: 'keys of transactions: each used once',
  growsWithPlay: true,
  count: sql`select count(*) from ${ledger.transactions} moved`,
  rows: sql`select key, count(*) as n, min(id) as first, max(id) as last
    from ${ledger.transactions} moved group by key having count(*) > 1`,
  checks: [
    {
      kind: 'key_doubled',
      holds: sql`false`,
      where: sql`concat(it.key, ': ', it.n, ' transactions, ', it.first, ' to ', it.last)`,
    },
  ],
})

const transfers: Comparison = {
  what: 'transfers on chains: with their one posting',
  rows: sql`
    select sent.chain, sent.tx_id, sent.log_index, count(account.id) as n, min(sent.line) as line
    from ledger_transfer sent
    left join ledger_posting posting
      on (posting.bucket, posting.transaction_id) = (sent.bucket, sent.transaction_id) and posting.line = sent.line
    left join ledger_account account on (account.bucket, account.id) = (posting.bucket, posting.ledger_account_id) and account.kind in ${EXTERNAL}
    group by sent.chain, sent.tx_id, sent.log_index order by 1, 2, 3`,
  checks: [
    {
      kind: 'transfer_unposted',
      holds: sql`it.n = 1`,
      where: sql`concat(it.chain, ' ', it.tx_id, ' ', it.log_index, ': ', it.n, ' postings to an external account')`,
    },
  ],
}

const externalsOf = (ledger: LedgerRows): Comparison => ({
  what: 'postings to chains: with their transfer',
  growsWithPlay: true,
  rows: sql`
    select posting.transaction_id, posting.line, account.kind, posting.amount, account.coin, sent.tx_id
    from ${ledger.accounts} account
    join ${ledger.postings} posting on (posting.bucket, posting.ledger_account_id) = (account.bucket, account.id)
    left join ledger_transfer sent
      on (sent.bucket, sent.transaction_id) = (posting.bucket, posting.transaction_id) and sent.line = posting.line
    where account.kind in ${EXTERNAL}
    order by posting.transaction_id, posting.line`,
  checks: [
    {
      kind: 'transfer_missing',
      holds: sql`it.tx_id is not null`,
      where: sql`concat('transaction ', it.transaction_id, ', line ', it.line, ' (', it.kind, ' ', it.amount, ' ',
        it.coin, ')')`,
    },
  ],
})

/** The ledger by itself; it trusts none of its triggers. */
export const LEDGER: Subject = {
  comparisons: (_, ledger) => [
    ...[accountsOf(ledger), stepsOf(ledger), postingsOf(ledger), transactionsOf(ledger), keysOf(ledger)],
    ...[transfers, externalsOf(ledger)],
  ],
}
