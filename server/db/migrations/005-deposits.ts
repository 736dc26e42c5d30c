import type { Migration } from './migration.ts'

/** As the ledger names chains. */
const CHAIN = `check (chain ~ '^[a-z0-9]+(-[a-z0-9]+)*$')`
/** What a transfer is named by, in lower case only, as in the ledger. */
const TX_ID = `check (char_length(tx_id) between 1 and 128 and tx_id = lower(tx_id))`
const ADDRESS = (column: string) => `check (char_length(${column}) between 20 and 100)`

export const deposits: Migration = {
  id: 5,
  name: 'deposits',
  up: [
    // An extended public key that addresses come from, and the index its next address gets.
    `create table deposit_key (
       id integer generated always as identity primary key,
       chain text not null ${CHAIN},
       xpub text not null,
       next_index integer not null default 0 check (next_index between 0 and 2147483647),
       created_at timestamptz not null,
       unique (chain, xpub)
     )`,
    // An index that was given out is never given out again, whatever becomes of its address.
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
       primary key (chain, account_id),
       constraint deposit_address_once unique (chain, address),
       constraint deposit_address_index_once unique (key_id, derivation_index)
     )`,
    `create trigger deposit_address_fixed before update on deposit_address
       for each row when ((new.chain, new.account_id, new.address, new.key_id, new.derivation_index)
         is distinct from (old.chain, old.account_id, old.address, old.key_id, old.derivation_index))
       execute function ledger_refuse_change()`,
    `create trigger deposit_address_kept before delete on deposit_address
       for each row execute function ledger_refuse_change()`,

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
         'confirming', 'confirmed', 'credited', 'below_minimum', 'wrong_token', 'dropped', 'account_closed'
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
       constraint deposit_once unique (chain, tx_id, log_index),
       foreign key (chain, recipient) references deposit_address (chain, address),
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

    // How far a chain has been read, and which process reads it.
    `create table chain_watch (
       chain text primary key ${CHAIN},
       -- Every final transfer up to here is in the table above.
       final_until timestamptz not null,
       -- Transfers that are not final have been looked for up to here.
       seen_until timestamptz not null,
       head_block bigint not null default 0,
       final_block bigint not null default 0,
       checked_at timestamptz,
       holder uuid,
       held_until timestamptz
     )`,

    // A chain of practice money. Its blocks come from the clock, so only what happens in them is kept.
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
       unique (chain, tx_id, log_index)
     )`,
    `create index practice_transfer_contract on practice_transfer (chain, contract, block_at, id)`,
    `create index practice_transfer_recipient on practice_transfer (chain, recipient, block_at)`,
  ],
}
