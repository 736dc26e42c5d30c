import type { Migration } from './migration.ts'

const CHAIN = `check (chain ~ '^evm-[0-9]+(-practice)?$')`
const ADDRESS = (column: string) => `check (${column} ~ '^0x[0-9a-f]{40}$')`
const TX_ID = `check (tx_id ~ '^0x[0-9a-f]{64}$')`

export const evmDeposits: Migration = {
  id: 8,
  name: 'evm-deposits',
  up: [
    // On EVM chains all players send to one address of the house: what came in is told apart by its sender.
    `alter table deposit drop constraint deposit_chain_recipient_fkey`,
    `alter table deposit add column own_address text
       generated always as (case when chain like 'evm-%' then null else recipient end) stored`,
    `alter table deposit add constraint deposit_own_address foreign key (chain, own_address)
       references deposit_address (chain, address)`,
    `create index deposit_sender on deposit (chain, sender) where chain like 'evm-%'`,
    `create index deposit_refused on deposit (account_id, block_at) where status = 'below_minimum'`,

    // What players have to know of an EVM chain; null on TRON, whose numbers are its own.
    `alter table chain_watch add column confirmations integer check (confirmations > 0)`,
    `alter table chain_watch add column explorer_url text`,

    // The last block whose transfers are all written down, with the hash it had then.
    `create table evm_position (
       chain text primary key ${CHAIN},
       block bigint not null check (block >= 0),
       hash text not null
     )`,

    // What a player is about to send from a wallet of his. It credits nothing: the chain does.
    `create table deposit_intent (
       id bigint generated always as identity primary key,
       account_id integer not null references account (id),
       idempotency_key uuid not null,
       chain text not null ${CHAIN},
       -- A wallet that was linked to the account when this was made.
       sender text not null ${ADDRESS('sender')},
       recipient text not null ${ADDRESS('recipient')},
       -- Null for the chain's own coin.
       contract text ${ADDRESS('contract')},
       coin text not null references coin (id),
       -- In the coin's smallest unit, and in the token's.
       amount bigint not null check (amount > 0),
       raw_amount numeric(78, 0) not null check (raw_amount > 0),
       receive_coin text not null references coin (id),
       -- waiting: nobody said yet that it was sent. The transaction in tx_id is followed while it is sent or seen.
       status text not null default 'waiting' check (status in (
         'waiting', 'sent', 'seen', 'failed', 'replaced', 'dropped'
       )),
       tx_id text ${TX_ID},
       -- Number of the transaction among those of its sender, once the chain told it.
       nonce bigint check (nonce >= 0),
       created_at timestamptz not null,
       sent_at timestamptz,
       updated_at timestamptz not null,
       unique (account_id, idempotency_key),
       check ((status = 'waiting') = (tx_id is null)),
       check ((tx_id is null) = (sent_at is null))
     )`,
    `create index deposit_intent_account_id on deposit_intent (account_id, id desc)`,
    `create index deposit_intent_sender on deposit_intent (chain, sender, id desc)`,
    `create index deposit_intent_followed on deposit_intent (chain, sent_at)
       where status in ('sent', 'seen', 'dropped')`,

    // Final transfers to the house from wallets that nobody has linked: an operator's, until somebody links them.
    `create table unclaimed_transfer (
       chain text not null ${CHAIN},
       tx_id text not null ${TX_ID},
       log_index integer not null check (log_index >= 0),
       sender text not null ${ADDRESS('sender')},
       recipient text not null,
       contract text not null,
       coin text not null references coin (id),
       amount bigint not null check (amount > 0),
       block bigint not null,
       block_at timestamptz not null,
       seen_at timestamptz not null,
       claimed_at timestamptz,
       primary key (chain, tx_id, log_index)
     )`,
    `create index unclaimed_transfer_sender on unclaimed_transfer (sender) where claimed_at is null`,
  ],
}
