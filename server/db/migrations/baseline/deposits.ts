import type { Statement } from '#server/db/migrations/migration.ts'

const CHAIN = `check (chain ~ '^[a-z0-9]+(-[a-z0-9]+)*$')`
/** Lower case only, as in the ledger. */
const TX_ID = `check (char_length(tx_id) between 1 and 128 and tx_id = lower(tx_id))`
const ADDRESS = (column: string) => `check (char_length(${column}) between 20 and 100)`

export const deposits: readonly Statement[] = [
  // An extended public key of deposit addresses, with the index of the next address.
  `create table deposit_key (
     id integer generated always as identity primary key,
     chain text not null ${CHAIN},
     xpub text not null,
     next_index integer not null default 0 check (next_index between 0 and 2147483647),
     created_at timestamptz not null,
     unique (chain, xpub)
   )`,
  // An index is never used twice, whatever becomes of its address.
  `create trigger deposit_key_only_grows before update on deposit_key
     for each row when (new.next_index < old.next_index or new.xpub <> old.xpub)
     execute function ledger_refuse_change()`,
  `create trigger deposit_key_kept before delete on deposit_key
     for each row execute function ledger_refuse_change()`,

  `create table deposit_address (
     chain text not null ${CHAIN},
     account_id integer not null references account (id),
     address text not null ${ADDRESS('address')},
     key_id integer not null references deposit_key (id),
     derivation_index integer not null check (derivation_index >= 0),
     -- What the player wants to receive for what comes in.
     receive_coin text not null references coin (id),
     created_at timestamptz not null,
     -- When the player last had it on screen, and when it was last searched for tokens that are not credited.
     opened_at timestamptz not null,
     searched_at timestamptz,
     -- What it held at a moment up to which all is explained, in the smallest unit. It was given out empty. A balance
     -- that differs says that a transfer was left out, whatever an index tells.
     held_amount numeric(78, 0) not null default 0,
     held_at timestamptz,
     compared_at timestamptz,
     -- What it holds more, or less, than can be explained, and since when.
     difference numeric(78, 0) not null default 0,
     unsettled_since timestamptz,
     -- When the newest transfer out of it was made that is known.
     sent_at timestamptz,
     primary key (chain, account_id),
     constraint deposit_address_once unique (chain, address),
     constraint deposit_address_index_once unique (key_id, derivation_index),
     constraint deposit_address_difference check (unsettled_since is not null or difference = 0)
   )`,
  `create trigger deposit_address_fixed before update on deposit_address
     for each row when ((new.chain, new.account_id, new.address, new.key_id, new.derivation_index)
       is distinct from (old.chain, old.account_id, old.address, old.key_id, old.derivation_index))
     execute function ledger_refuse_change()`,
  `create trigger deposit_address_kept before delete on deposit_address
     for each row execute function ledger_refuse_change()`,

  // Addresses that a restored database had forgotten: they belong to nobody, and deposits to them are held.
  `create table skipped_address (
     chain text not null,
     address text not null,
     key_id integer not null references deposit_key (id),
     derivation_index integer not null check (derivation_index >= 0),
     -- Of the deposited token, all that ever came, in its smallest unit.
     received numeric(78, 0) not null default 0 check (received >= 0),
     changed_at timestamptz,
     searched_at timestamptz,
     primary key (chain, address),
     unique (key_id, derivation_index)
   )`,

  `create table deposit (
     id bigint generated always as identity primary key,
     account_id integer not null references account (id),
     chain text not null ${CHAIN},
     tx_id text not null ${TX_ID},
     -- Of the event within the transaction; null for a token that is not credited, whose events nobody follows.
     log_index integer check (log_index >= -1),
     sender text not null ${ADDRESS('sender')},
     recipient text not null,
     contract text not null,
     -- What came in; null for a token that is none of our coins, whose decimals nobody vouches for.
     coin text references coin (id),
     -- In the smallest unit.
     amount numeric(78, 0) not null check (amount > 0),
     block bigint,
     block_at timestamptz not null,
     -- confirming: seen, not final. confirmed: final, to be credited.
     status text not null check (status in (
       'confirming', 'confirmed', 'credited', 'below_minimum', 'wrong_token', 'dropped', 'account_closed', 'too_large'
     )),
     receive_coin text not null references coin (id),
     -- In the smallest unit of receive_coin, with the prices of both coins that made it so.
     credited_amount bigint check (credited_amount > 0),
     credited_price_usd numeric(30, 12) check (credited_price_usd > 0),
     paid_price_usd numeric(30, 12) check (paid_price_usd > 0),
     -- Value in US cents at that moment: what deposit limits count.
     usd_cents bigint check (usd_cents >= 0),
     -- It went above a limit of the player: a transfer on a chain cannot be refused.
     is_over_limit boolean not null default false,
     seen_at timestamptz not null,
     settled_at timestamptz,
     updated_at timestamptz not null,
     -- On EVM chains all players send to one address of the house: what came in is told apart by its sender.
     own_address text generated always as (case when chain like 'evm-%' then null else recipient end) stored,
     constraint deposit_once unique (chain, tx_id, log_index),
     constraint deposit_own_address foreign key (chain, own_address) references deposit_address (chain, address),
     check ((status = 'wrong_token') = (log_index is null)),
     check ((status = 'wrong_token') = (coin is null)),
     check (block is not null or status = 'wrong_token'),
     check ((status = 'credited') = (credited_amount is not null)),
     check ((status = 'credited') = (usd_cents is not null)),
     check ((status in ('confirming', 'confirmed')) = (settled_at is null))
   )`,
  `create unique index deposit_wrong_token_once on deposit (chain, tx_id, contract, recipient)
     where log_index is null`,
  `create index deposit_account_id on deposit (account_id, id desc)`,
  `create index deposit_open on deposit (chain, status, block)
     where status in ('confirming', 'confirmed')`,
  `create index deposit_recipient on deposit (chain, recipient, block_at)`,
  `create index deposit_sender on deposit (chain, sender) where chain like 'evm-%'`,
  `create index deposit_refused on deposit (account_id, block_at) where status = 'below_minimum'`,
  // Credited deposits are compared when their blocks are read again.
  `create index deposit_block on deposit (chain, block)`,

  `create table chain_watch (
     chain text primary key ${CHAIN},
     -- Every final transfer up to here is in deposit.
     final_until timestamptz not null,
     -- Transfers that are not final have been looked for up to here.
     seen_until timestamptz not null,
     head_block bigint not null default 0,
     final_block bigint not null default 0,
     checked_at timestamptz,
     holder uuid,
     held_until timestamptz,
     -- What players have to know of an EVM chain; null on TRON, whose numbers are its own.
     confirmations integer check (confirmations > 0),
     explorer_url text,
     -- When the newest block was made.
     head_at timestamptz,
     -- Since when every deposit address has to be searched once more.
     outage_ended_at timestamptz
   )`,

  // Decisions of operators about transfers; never changed.
  `create table deposit_decision (
     id bigint generated always as identity primary key,
     decision text not null check (decision in ('assign', 'close', 'rescan')),
     -- What it is about: chain/transaction/place, chain/address, chain/address/contract, chain/block.
     subject text not null,
     account_id integer references account (id),
     why text,
     decided_by text not null check (char_length(decided_by) between 1 and 200),
     decided_at timestamptz not null,
     check ((decision = 'assign') = (account_id is not null)),
     check (decision <> 'close' or char_length(why) between 1 and 500)
   )`,
  `create unique index deposit_decision_assigned on deposit_decision (subject) where decision = 'assign'`,
  `create trigger deposit_decision_kept before update or delete on deposit_decision
     for each row execute function ledger_refuse_change()`,

  // A practice chain. Its blocks follow from the clock, so only transfers are stored.
  `create table practice_chain (
     chain text primary key ${CHAIN},
     -- Block and moment that later blocks are counted from, every block_ms milliseconds one.
     base_block bigint not null,
     base_at timestamptz not null,
     block_ms integer not null check (block_ms between 1 and 600000)
   )`,

  `create table practice_transfer (
     id bigint generated always as identity primary key,
     chain text not null references practice_chain (chain),
     tx_id text not null ${TX_ID},
     log_index integer not null check (log_index >= 0),
     contract text not null ${ADDRESS('contract')},
     sender text not null ${ADDRESS('sender')},
     recipient text not null ${ADDRESS('recipient')},
     amount numeric(78, 0) not null check (amount >= 0),
     block bigint not null,
     block_at timestamptz not null,
     -- Of transfers that a wallet signed; null for those the server made up.
     nonce bigint check (nonce >= 0),
     unique (chain, tx_id, log_index)
   )`,
  `create index practice_transfer_contract on practice_transfer (chain, contract, block_at, id)`,
  `create index practice_transfer_recipient on practice_transfer (chain, recipient, block_at)`,
  `create unique index practice_transfer_nonce on practice_transfer (chain, sender, nonce) where nonce is not null`,
  `create index practice_transfer_sender on practice_transfer (chain, sender)`,
]
