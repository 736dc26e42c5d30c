import { sql } from 'kysely'
import { isReal, tokensOf, type BooksTerms } from './books-terms.ts'
import type { Comparison, Subject } from './comparison.ts'

const named = sql`concat('deposit ', it.id, ' of ', it.amount, ' ', it.coin, ' in ', it.tx_id, ': ')`

/** Converts an amount to another coin by prices, both in smallest units, rounded down. */
const credit = sql`case when it.coin = it.receive_coin then it.amount else
  div(it.amount * it.paid_price_usd * power(10::numeric, it.receive_decimals),
    it.credited_price_usd * power(10::numeric, it.decimals)) end`
const cents = sql`div(it.amount * it.paid_price_usd * 100, power(10::numeric, it.decimals))`

const credited: Comparison = {
  what: 'credited deposits: with postings, player, stored prices, worth and moment',
  rows: sql`
    select deposit.*, moved.id as transaction_id, moved.kind, moved.at, paid.decimals,
      received.decimals as receive_decimals,
      came.kind as from_kind, came.coin as from_coin, taken.amount as from_amount,
      went.kind as to_kind, went.coin as to_coin, went.account_id as to_player, given.amount as to_amount,
      count(*) over (partition by deposit.chain, deposit.tx_id, deposit.log_index) as twins
    from deposit
    left join coin paid on paid.id = deposit.coin
    left join coin received on received.id = deposit.receive_coin
    left join ledger_transfer sent on sent.chain = deposit.chain and sent.tx_id = deposit.tx_id
      and sent.log_index = deposit.log_index
    left join ledger_transaction moved on (moved.bucket, moved.id) = (sent.bucket, sent.transaction_id)
    left join ledger_posting taken on (taken.bucket, taken.transaction_id) = (moved.bucket, moved.id) and taken.line = sent.line
    left join ledger_account came on (came.bucket, came.id) = (taken.bucket, taken.ledger_account_id)
    left join ledger_posting given on (given.bucket, given.transaction_id) = (moved.bucket, moved.id) and given.line = moved.lines
    left join ledger_account went on (went.bucket, went.id) = (given.bucket, given.ledger_account_id)
    where deposit.status = 'credited'
    order by deposit.id`,
  checks: [
    {
      kind: 'deposit_doubled',
      holds: sql`it.twins = 1`,
      where: sql`concat(${named}, 'there ', it.twins, ' times')`,
    },
    {
      kind: 'deposit_unposted',
      holds: sql`it.kind = 'deposit' and it.from_kind = 'deposit' and it.from_coin = it.coin
        and it.from_amount = -it.amount and it.to_kind = 'available' and it.to_coin = it.receive_coin
        and it.to_amount = it.credited_amount and it.to_player = it.account_id`,
      where: sql`concat(${named}, 'not posted as ', it.credited_amount, ' ', it.receive_coin, ' to player ',
        it.account_id)`,
    },
    {
      kind: 'deposit_price_differs',
      holds: sql`it.credited_amount = ${credit} and it.usd_cents = ${cents}
        and (it.coin <> it.receive_coin or it.paid_price_usd = it.credited_price_usd)`,
      where: sql`concat(${named}, 'credited ', it.credited_amount, ' ', it.receive_coin, ' worth ', it.usd_cents,
        ' cents, at its prices ', ${credit}, ' worth ', ${cents})`,
    },
    {
      kind: 'time_differs',
      holds: sql`it.transaction_id is null or it.at = it.settled_at`,
      where: sql`concat(${named}, 'credited at ', it.settled_at, ', posted at ', it.at)`,
    },
  ],
}

const owners: Comparison = {
  what: 'deposits: player with the owner of the address, or of the wallet, that paid',
  count: sql`select count(*) from deposit where chain not like 'evm-%' or status <> 'dropped'`,
  rows: sql`
    select deposit.*, address.account_id as owner
    from deposit
    left join deposit_address address on address.chain = deposit.chain and address.address = deposit.recipient
    where case
      when deposit.chain not like 'evm-%' then address.account_id is distinct from deposit.account_id
      when deposit.status = 'dropped' then false
      else not exists (
        select from wallet where wallet.address = deposit.sender and wallet.account_id = deposit.account_id
          -- A contract has its address on one chain: on another the same may be somebody else's.
          and (wallet.proven_by is distinct from 'contract'
            or wallet.chain_id = substring(deposit.chain from '^evm-([0-9]+)')::bigint)
        union all
        select from deposit_intent meant where meant.chain = deposit.chain and meant.sender = deposit.sender
          and meant.account_id = deposit.account_id
        union all
        select from former_wallet former where former.address = deposit.sender
          and former.account_id = deposit.account_id
        union all
        select from deposit_decision decided where decided.decision = 'assign'
          and decided.subject = concat(deposit.chain, '/', deposit.tx_id, '/', deposit.log_index)
          and decided.account_id = deposit.account_id
      )
    end
    order by deposit.id`,
  checks: [
    {
      kind: 'deposit_owner_differs',
      holds: sql`false`,
      where: sql`concat(${named}, 'of player ', it.account_id, case
        when it.chain like 'evm-%' then concat(', who never had the wallet ', it.sender, ' there')
        else concat(', to the address of ', coalesce('player ' || it.owner, 'nobody')) end)`,
    },
  ],
}

const coinsOf = (terms: BooksTerms): Comparison => ({
  what: "deposits: coin with the token's contract, amount with the least that is credited",
  rows: sql`
    select deposit.*, token.coin as token_coin, div(token.minimum, token.scale) as minimum
    from deposit
    join ${tokensOf(terms)} on token.chain = deposit.chain and token.contract = deposit.contract
    where deposit.coin is not null
    order by deposit.id`,
  checks: [
    {
      kind: 'deposit_coin_differs',
      holds: sql`it.coin = it.token_coin and (it.status <> 'credited' or it.amount >= it.minimum)`,
      where: sql`concat(${named}, it.status, ', of the contract of ', it.token_coin, ', at least ', it.minimum)`,
    },
  ],
})

const unclaimed: Comparison = {
  what: 'transfers of nobody: with the deposits that some have become',
  rows: sql`
    select nobody.*, deposit.id as deposit_id,
      (deposit.sender, deposit.recipient, deposit.contract, deposit.coin, deposit.amount)
        is not distinct from (nobody.sender, nobody.recipient, nobody.contract, nobody.coin, nobody.amount)
        as is_same, deposit.status,
      exists (
        select from deposit_decision decided where decided.decision = 'close'
          and decided.subject = concat(nobody.chain, '/', nobody.tx_id, '/', nobody.log_index)
      ) as is_closed
    from unclaimed_transfer nobody
    left join deposit on deposit.chain = nobody.chain and deposit.tx_id = nobody.tx_id
      and deposit.log_index = nobody.log_index`,
  checks: [
    {
      kind: 'unclaimed_differs',
      // It may be found again together with the player who meant to send it, who then owns it.
      holds: sql`it.is_same or (it.deposit_id is null and (it.claimed_at is null or it.is_closed))`,
      where: sql`concat(it.amount, ' ', it.coin, ' from ', it.sender, ' in ', it.tx_id, ' on ', it.chain, ': ',
        case when it.claimed_at is null then 'claimed by nobody' else 'claimed' end,
        coalesce(', deposit ' || it.deposit_id || ' (' || it.status || ')', ', no deposit'))`,
    },
  ],
}

const transfers: Comparison = {
  what: 'transfers posted: each with the one credited deposit or confirmed withdrawal it is of',
  rows: sql`
    select sent.chain, sent.tx_id, sent.log_index, sent.transaction_id, moved.kind,
      exists (
        select from deposit
        where deposit.chain = sent.chain and deposit.tx_id = sent.tx_id
          and deposit.log_index = sent.log_index and deposit.status = 'credited'
      ) as is_deposit,
      exists (
        select from withdrawal_transaction attempt
        join withdrawal on withdrawal.id = attempt.withdrawal_id
        where attempt.chain = sent.chain and attempt.tx_id = sent.tx_id and attempt.outcome = 'confirmed'
          and withdrawal.status = 'confirmed' and withdrawal.id::text = moved.subject
      ) as is_withdrawal
    from ledger_transfer sent
    left join ledger_transaction moved on (moved.bucket, moved.id) = (sent.bucket, sent.transaction_id)
    order by sent.transaction_id`,
  checks: [
    {
      kind: 'transfer_unknown',
      holds: sql`case it.kind when 'deposit' then it.is_deposit
        when 'withdrawal-complete' then it.is_withdrawal end`,
      where: sql`concat(it.chain, ' ', it.tx_id, ' ', it.log_index, ' (transaction ', it.transaction_id,
        '): no credited deposit and no confirmed withdrawal')`,
    },
  ],
}

const decimalsOf = ({ decimals }: BooksTerms): Comparison => ({
  what: 'coins: decimals with those of this release',
  rows: sql`
    select coin.id, coin.decimals, known.decimals as known
    from coin left join jsonb_to_recordset(${JSON.stringify(decimals)}::jsonb)
      as known (coin text, decimals integer) on known.coin = coin.id`,
  checks: [
    {
      kind: 'coin_differs',
      holds: sql`it.decimals = it.known`,
      where: sql`concat(it.id, ': ', it.decimals, ' decimals instead of ', coalesce(it.known::text, 'none'))`,
    },
  ],
})

/** A database has one kind of money; a test network pays practice money, too. */
const moneyOf = (terms: BooksTerms): Comparison => ({
  what: 'chains: of real money or of practice money, not both',
  rows: sql`
    select chain, string_agg(source, ' and ') as source,
      (chain like '%-practice' or chain = 'tron-nile') and ${isReal(terms)} as is_mixed from (
        select distinct chain, 'deposits' as source from deposit
        union all select distinct chain, 'withdrawals' from withdrawal
        union all select distinct chain, 'addresses' from deposit_address
        union all select distinct chain, 'postings' from ledger_transfer
      ) used group by chain`,
  checks: [
    {
      kind: 'money_mixed',
      holds: sql`not it.is_mixed`,
      where: sql`concat(it.chain, ' has ', it.source, ', and money is real')`,
    },
  ],
})

export const DEPOSITS: Subject = {
  comparisons: (terms) => [
    ...[credited, owners, coinsOf(terms), unclaimed, transfers],
    ...[decimalsOf(terms), moneyOf(terms)],
  ],
  omissions: (terms) => [
    {
      what: 'credited deposits are of contracts that this configuration does not name: coin and least amount were not compared',
      count: sql`select count(*) from deposit where status = 'credited' and not exists (
        select from ${tokensOf(terms)} where token.chain = deposit.chain and token.contract = deposit.contract)`,
    },
    {
      what: 'credited deposits came from wallets that were unlinked before that was written down: whose they were is not known',
      count: sql`select count(*) from deposit where status = 'credited' and chain like 'evm-%'
        and exists (select from former_wallet former where former.address = deposit.sender
          and former.account_id = deposit.account_id and former.linked_at is null)
        and not exists (select from wallet where wallet.address = deposit.sender
          and wallet.account_id = deposit.account_id)
        and not exists (select from deposit_intent meant where meant.sender = deposit.sender
          and meant.chain = deposit.chain and meant.account_id = deposit.account_id)`,
    },
  ],
}
