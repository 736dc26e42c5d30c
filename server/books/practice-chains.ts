import { sql } from 'kysely'
import { tokensOf, type BooksTerms } from './books-terms.ts'
import type { Comparison, Subject } from './comparison.ts'

const isPractice = sql`like '%-practice'`
/** Practice chains that stand for EVM ones name their own coin so, and log it. */
const OWN_COIN = `0x${'0'.repeat(40)}`

/** Columns named as in the rest of the books. */
const sentTransfers = sql`(
  select id, chain, tx_id, sender, recipient, amount, block, block_at,
    case when contract = ${sql.lit(OWN_COIN)} then 'native' else contract end as contract,
    case when contract = ${sql.lit(OWN_COIN)} then -1 else log_index end as log_index
  from practice_transfer
)`

/** Addresses of the house in lower case: those whose keys sign, and those that wallets pay to. */
const houseOf = ({ recipients }: BooksTerms) => sql`(
  select lower(address) as address from house_address
  union select lower(address) from signer
  union select lower(value) from jsonb_array_elements_text(${JSON.stringify(recipients)}::jsonb)
)`

const depositsOf = (terms: BooksTerms): Comparison => ({
  what: 'deposits on practice chains: sender, receiver, contract, amount and block with the transfer there',
  rows: sql`
    select deposit.*, sent.id as sent_id, sent.sender as sent_by, sent.recipient as sent_to,
      sent.amount as sent_amount, sent.block as sent_block, sent.block_at as sent_at, token.scale,
      deposit.chain not like 'evm-%' or house.address is not null as is_ours
    from deposit
    left join ${sentTransfers} sent on sent.chain = deposit.chain and sent.tx_id = deposit.tx_id
      and sent.contract = deposit.contract
      and sent.log_index = coalesce(deposit.log_index, sent.log_index)
    left join ${tokensOf(terms)} on token.chain = deposit.chain and token.contract = deposit.contract
    left join ${houseOf(terms)} house on house.address = lower(deposit.recipient)
    where deposit.chain ${isPractice} and deposit.status <> 'dropped'
    order by deposit.id`,
  checks: [
    {
      kind: 'chain_deposit_differs',
      holds: sql`it.is_ours and it.sent_by = it.sender and it.sent_to = it.recipient
        and (it.block is null or it.sent_block = it.block) and it.sent_at = it.block_at
        and (it.coin is null or div(it.sent_amount, it.scale) = it.amount)`,
      where: sql`concat('deposit ', it.id, ' of ', it.amount, ' ', it.coin, ' from ', it.sender, ' to ', it.recipient,
        ' in block ', it.block, case when not it.is_ours then ', which is not the house''s' end, ': ', it.chain, case
        when it.sent_id is null then concat(' has nothing of it in ', it.tx_id)
        else concat(' has ', it.sent_amount, ' from ', it.sent_by, ' to ', it.sent_to, ' in block ', it.sent_block)
        end)`,
    },
  ],
})

/** Transfers in blocks that were read, unless they are too small to be written down. */
const missingOf = (terms: BooksTerms): Comparison => ({
  what: 'transfers to players and the house on practice chains: with their deposits',
  rows: sql`
    select sent.*, deposit.id is not null or nobody.tx_id is not null as is_known
    from (
      select sent.* from ${sentTransfers} sent
      join ${tokensOf(terms)} on token.chain = sent.chain and token.contract = sent.contract
        and sent.amount >= token.minimum
      join deposit_address own on own.chain = sent.chain and own.address = sent.recipient
      join chain_watch watched on watched.chain = sent.chain and sent.block_at <= watched.final_until
      union all
      select sent.* from ${sentTransfers} sent
      join ${tokensOf(terms)} on token.chain = sent.chain and token.contract = sent.contract
        and sent.amount >= token.minimum and token.contract <> 'native'
      join ${houseOf(terms)} house on house.address = sent.recipient
      join evm_position read on read.chain = sent.chain and sent.block <= read.block
      union all
      select sent.* from ${sentTransfers} sent
      join deposit_intent meant on meant.chain = sent.chain and meant.tx_id = sent.tx_id
        and meant.status not in ('waiting', 'sent')
      where sent.contract = 'native'
    ) sent
    left join deposit on deposit.chain = sent.chain and deposit.tx_id = sent.tx_id
      and deposit.log_index = sent.log_index and deposit.status <> 'dropped'
    left join unclaimed_transfer nobody on nobody.chain = sent.chain and nobody.tx_id = sent.tx_id
      and nobody.log_index = sent.log_index
    order by sent.id`,
  checks: [
    {
      kind: 'chain_deposit_missing',
      holds: sql`it.is_known`,
      where: sql`concat(it.chain, ' has ', it.amount, ' of ', it.contract, ' to ', it.recipient, ' in ', it.tx_id,
        ', block ', it.block, ': no deposit')`,
    },
  ],
})

const unclaimedOf = (terms: BooksTerms): Comparison => ({
  what: 'transfers of nobody on practice chains: sender, receiver, contract, amount and block with the transfer there',
  rows: sql`
    select nobody.*, sent.id as sent_id, sent.sender as sent_by, sent.recipient as sent_to,
      sent.amount as sent_amount, sent.block as sent_block, token.scale
    from unclaimed_transfer nobody
    left join ${sentTransfers} sent on sent.chain = nobody.chain and sent.tx_id = nobody.tx_id
      and sent.contract = nobody.contract and sent.log_index = nobody.log_index
    left join ${tokensOf(terms)} on token.chain = nobody.chain and token.contract = nobody.contract
      and token.coin = nobody.coin
    where nobody.chain ${isPractice}`,
  checks: [
    {
      kind: 'chain_deposit_differs',
      holds: sql`it.sent_by = it.sender and it.sent_to = it.recipient and it.sent_block = it.block
        and div(it.sent_amount, it.scale) = it.amount`,
      where: sql`concat(it.amount, ' ', it.coin, ' of nobody from ', it.sender, ' in block ', it.block, ': ', it.chain,
        case when it.sent_id is null then concat(' has nothing of it in ', it.tx_id)
        else concat(' has ', it.sent_amount, ' from ', it.sent_by, ' in block ', it.sent_block) end)`,
    },
  ],
})

/**
 * Cuts the signed text, in which only quotes are escaped, out of its surroundings on practice chains: `{"body":"`
 * before, `","signature":"`, 130 digits and `"}` behind. The cut is proven by its hash, which is the id.
 */
const signedBody = sql`(
  select replace(substr(said, 10, greatest(length(said) - 9 - 15 - 130 - 2, 0)), '\\"', '"')
  from replace(encode(attempt.raw, 'escape'), '\\\\', '\\') said
)`

const paymentsOf = (terms: BooksTerms): Comparison => ({
  what: 'transactions of withdrawals on practice chains: what was signed with the withdrawal, and its end with the transfer there',
  rows: sql`
    select it.*, split_part(it.body, '"', 4) as signed_id, split_part(it.body, '"', 8) as signed_coin,
      split_part(it.body, '"', 12) as signed_by, split_part(it.body, '"', 16) as signed_to,
      split_part(it.body, '"', 20) as signed_amount, house.address is not null as is_ours
    from (
      select withdrawal.*, attempt.tx_id, attempt.outcome, withdrawal.amount - withdrawal.fee as due,
        attempt.chain as attempt_chain, ${signedBody} as body, token.contract, token.scale,
        sent.n, sent.sender, sent.recipient, sent.contract as sent_contract, sent.amount as sent_amount
      from withdrawal_transaction attempt
      left join withdrawal on withdrawal.id = attempt.withdrawal_id
      left join ${tokensOf(terms)} on token.chain = withdrawal.chain and token.coin = withdrawal.coin
      left join lateral (
        select nullif(count(*), 0) as n, min(sender) as sender, min(recipient) as recipient,
          min(case when contract = ${sql.lit(OWN_COIN)} then 'native' else contract end) as contract,
          sum(amount) as amount
        from practice_transfer where chain = attempt.chain and tx_id = attempt.tx_id
      ) sent on true
      where attempt.chain ${isPractice}
      -- So that the body is taken out of what was signed once.
      offset 0
    ) it
    left join ${houseOf(terms)} house on house.address = lower(split_part(it.body, '"', 12))
    order by it.id`,
  checks: [
    {
      kind: 'chain_signed_differs',
      holds: sql`it.signed_id = it.id::text and it.signed_coin = it.coin and it.signed_to = it.address
        and it.signed_amount = it.due::text and it.chain = it.attempt_chain and it.is_ours
        and regexp_replace(it.tx_id, '^0x', '') = encode(sha256(convert_to(it.body, 'UTF8')), 'hex')`,
      where: sql`concat('withdrawal ', it.id, ' of ', it.due, ' ', it.coin, ' to ', it.address, ' in ', it.tx_id,
        ': signed ', it.signed_amount, ' ', it.signed_coin, ' to ', it.signed_to, ' for ', it.signed_id)`,
    },
    {
      kind: 'chain_payment_differs',
      holds: sql`case when it.n is null then it.outcome is distinct from 'confirmed'
        else it.n = 1 and coalesce(it.outcome, 'confirmed') = 'confirmed'
          and lower(it.sender) = lower(it.signed_by) and lower(it.recipient) = lower(it.address)
          and it.sent_contract = it.contract and it.sent_amount = it.due * it.scale end`,
      where: sql`concat('withdrawal ', it.id, ' of ', it.due, ' ', it.coin, ' to ', it.address, ' (', it.status,
        '), ', coalesce(it.outcome, 'open'), ': ', it.attempt_chain, case
        when it.n is null then concat(' has nothing in ', it.tx_id)
        else concat(' has ', it.sent_amount, ' from ', it.sender, ' to ', it.recipient, ' in ', it.tx_id) end)`,
    },
  ],
})

const strangersOf = (terms: BooksTerms): Comparison => ({
  what: "transfers out of the house's wallets on practice chains: each with the withdrawal that was paid",
  rows: sql`
    select sent.*, withdrawal.id as withdrawal_id
    from ${sentTransfers} sent
    join ${houseOf(terms)} house on house.address = lower(sent.sender)
    left join withdrawal_transaction attempt on attempt.chain = sent.chain and attempt.tx_id = sent.tx_id
    left join withdrawal on withdrawal.id = attempt.withdrawal_id
    where sent.chain ${isPractice}
    order by sent.id`,
  checks: [
    {
      kind: 'chain_payment_unknown',
      holds: sql`it.withdrawal_id is not null`,
      where: sql`concat(it.chain, ' has ', it.amount, ' from the house to ', it.recipient, ' in ', it.tx_id,
        ': no withdrawal')`,
    },
  ],
})

/** Blocks come from the clock; those before a change of their length do not follow the present one. */
const blocks: Comparison = {
  what: 'transfers on practice chains since blocks have their present length: moment with the block',
  rows: sql`
    select sent.chain, sent.tx_id, sent.block, sent.block_at,
      base.base_at + (sent.block - base.base_block) * base.block_ms * interval '1 millisecond' as due
    from practice_transfer sent
    left join practice_chain base on base.chain = sent.chain
    where base.chain is null or sent.block >= base.base_block
    order by sent.id`,
  checks: [
    {
      kind: 'chain_block_differs',
      holds: sql`it.due = it.block_at`,
      where: sql`concat(it.chain, ' ', it.tx_id, ', block ', it.block, ': at ', it.block_at, ' instead of ', it.due)`,
    },
  ],
}

export const PRACTICE_CHAINS: Subject = {
  comparisons: (terms) => [
    ...[depositsOf(terms), unclaimedOf(terms), missingOf(terms), paymentsOf(terms), strangersOf(terms)],
    blocks,
  ],
  omissions: () => [
    {
      what: 'credited deposits are on real chains: not compared with these here (`--chain` asks their nodes)',
      count: sql`select count(*) from deposit where status = 'credited' and chain not like '%-practice'`,
    },
    {
      what: 'paid withdrawals are on real chains: neither what was signed nor the chain was compared here (`--chain` asks their nodes)',
      count: sql`select count(*) from withdrawal where status = 'confirmed' and chain not like '%-practice'`,
    },
  ],
}
