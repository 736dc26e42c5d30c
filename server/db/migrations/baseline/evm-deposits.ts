import type { Statement } from '#server/db/migrations/migration.ts'

const CHAIN = `check (chain ~ '^evm-[0-9]+(-practice)?$')`
const ADDRESS = (column: string) => `check (${column} ~ '^0x[0-9a-f]{40}$')`
const TX_ID = `check (tx_id ~ '^0x[0-9a-f]{64}$')`

export const evmDeposits: readonly Statement[] = [
  // The last block whose transfers are all stored, with its hash at that time.
  `create table evm_position (
     chain text primary key ${CHAIN},
     block bigint not null check (block >= 0),
     hash text not null
   )`,

  // Balances of the house's addresses at the position up to which their transfers are stored. A different balance
  // shows that a transfer is missing, whatever a node answers about events.
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

  // A payment that a player announced from a wallet. It credits nothing; only the chain does.
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
     -- waiting: nobody said yet that it was sent. unanswered: the wallet was asked, and nobody knows what it did. The
     -- transaction in tx_id is followed while it is sent or seen.
     status text not null default 'waiting' check (status in (
       'waiting', 'unanswered', 'sent', 'seen', 'failed', 'replaced', 'dropped'
     )),
     tx_id text ${TX_ID},
     -- Number of the transaction among those of its sender, once the chain told it.
     nonce bigint check (nonce >= 0),
     created_at timestamptz not null,
     sent_at timestamptz,
     updated_at timestamptz not null,
     -- A payment is looked for among what its sender has sent since, because wallets replace what they sent, and some
     -- never say under which hash. The chain's newest block, and how many transactions the sender had in blocks, when
     -- this was opened: the payment is later than both.
     opened_block bigint check (opened_block >= 0),
     opened_nonce bigint check (opened_nonce >= 0),
     -- What the sender sent up to this block, which is final, was looked at, and everything numbered below.
     looked_block bigint check (looked_block >= 0),
     looked_nonce bigint check (looked_nonce >= 0),
     unique (account_id, idempotency_key),
     constraint deposit_intent_told check ((status = 'waiting') = (sent_at is null)),
     constraint deposit_intent_named check (
       status not in (case when tx_id is null then 'sent' else 'waiting' end,
                      case when tx_id is null then 'seen' else 'unanswered' end)
     )
   )`,
  `create index deposit_intent_account_id on deposit_intent (account_id, id desc)`,
  `create index deposit_intent_sender on deposit_intent (chain, sender, id desc)`,
  `create index deposit_intent_followed on deposit_intent (chain, sent_at)
     where status in ('sent', 'seen', 'dropped')`,
  `create index deposit_intent_looked on deposit_intent (chain, created_at) where looked_block is not null`,

  // Final transfers to the house from wallets that no account has linked: the operator's, until an account links the
  // wallet.
  `create table unclaimed_transfer (
     chain text not null ${CHAIN},
     tx_id text not null ${TX_ID},
     -- -1 for the chain's own coin, which has no event. Below that, what came by no transaction that a node shows: it
     -- is named by its block, and its sender is not known.
     log_index integer not null check (log_index >= -1000),
     sender text not null ${ADDRESS('sender')},
     recipient text not null,
     contract text not null,
     coin text not null references coin (id),
     amount numeric(78, 0) not null check (amount > 0),
     block bigint not null,
     block_at timestamptz not null,
     seen_at timestamptz not null,
     claimed_at timestamptz,
     primary key (chain, tx_id, log_index)
   )`,
  `create index unclaimed_transfer_sender on unclaimed_transfer (sender) where claimed_at is null`,
]
