import type { Migration } from './migration.ts'

/**
 * What the house's addresses on EVM chains hold, beside the position up to which their transfers are written down. A
 * balance that differs says that a transfer was left out, whatever a node answers about events.
 */
export const houseBalances: Migration = {
  id: 39,
  name: 'house balances',
  up: [
    `create table house_balance (
       chain text not null check (chain ~ '^evm-[0-9]+$'),
       address text not null check (address ~ '^0x[0-9a-f]{40}$'),
       -- 'native' for the chain's own coin.
       contract text not null check (contract ~ '^(0x[0-9a-f]{40}|native)$'),
       -- The last block at which all of it was explained, and what was held then, in the smallest unit of the chain.
       settled_block bigint check (settled_block >= 0),
       settled_amount numeric(78, 0) check (settled_amount >= 0),
       -- How many transactions the address had sent by then; null where that was not told.
       settled_nonce bigint check (settled_nonce >= 0),
       -- What events tell to have come in since, up to the position.
       received numeric(78, 0) not null default 0 check (received >= 0),
       -- What is held more, or less, than can be explained, and since when.
       difference numeric(78, 0) not null default 0,
       unsettled_since timestamptz,
       searched_at timestamptz,
       primary key (chain, address, contract),
       check ((settled_block is null) = (settled_amount is null)),
       check (unsettled_since is not null or difference = 0)
     )`,
    // Addresses that a database which was restored had forgotten: they are nobody's, and what comes there is held.
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
    // What an operator has decided about what arrived, for ever.
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
    // When the newest block was made.
    `alter table chain_watch add column head_at timestamptz`,
    // Since when every deposit address has to be searched once more.
    `alter table chain_watch add column outage_ended_at timestamptz`,
    // Of what came by no transaction that a node shows: it is named by its block, and its sender is not known.
    `alter table unclaimed_transfer
       drop constraint unclaimed_transfer_log_index_check,
       add constraint unclaimed_transfer_log_index_check check (log_index >= -1000)`,
  ],
}
