import type { Migration } from './migration.ts'

/** As the ledger names chains. */
const CHAIN = `check (chain ~ '^[a-z0-9]+(-[a-z0-9]+)*$')`
const ADDRESS = `check (char_length(address) between 20 and 100)`
/** The signer has it in its hands: it cannot be taken back, and only the chain ends it. */
const SIGNED = `('signed', 'broadcast')`

export const withdrawals: Migration = {
  id: 6,
  name: 'withdrawals',
  up: [
    `create table withdrawal (
       id bigint generated always as identity primary key,
       account_id integer not null references account (id),
       -- Of the player's request: the same one again is the same withdrawal.
       idempotency_key uuid not null,
       coin text not null references coin (id),
       chain text not null ${CHAIN},
       address text not null ${ADDRESS},
       -- What leaves the balance, in the smallest unit, the fee included.
       amount bigint not null check (amount > 0),
       fee bigint not null check (fee >= 0),
       status text not null check (status in (
         'queued', 'review', 'signing', 'signed', 'broadcast', 'confirmed', 'cancelled', 'refused', 'failed'
       )),
       -- Why a person looks at it, or why it was refused or failed.
       reason text check (reason in (
         'large', 'above_day_limit', 'not_confirmed', 'unsignable', 'operator', 'reverted'
       )),
       requested_at timestamptz not null,
       -- An operator let it pass; the code is the signer's own, so that no other writer can.
       approved_at timestamptz,
       approval bytea check (octet_length(approval) = 32),
       -- Who signs it now, and until when nobody else may try.
       claimed_by uuid,
       claimed_until timestamptz,
       signed_at timestamptz,
       broadcast_at timestamptz,
       settled_at timestamptz,
       updated_at timestamptz not null,
       constraint withdrawal_request_once unique (account_id, idempotency_key),
       constraint withdrawal_chain unique (id, chain),
       check (fee < amount),
       check ((approved_at is null) = (approval is null)),
       check ((claimed_by is null) = (claimed_until is null)),
       check (claimed_by is null or status = 'signing'),
       check (status not in ${SIGNED} or signed_at is not null),
       check (status <> 'broadcast' or broadcast_at is not null),
       check ((status in ('confirmed', 'cancelled', 'refused', 'failed')) = (settled_at is not null)),
       check (status not in ('review', 'refused', 'failed') or reason is not null)
     )`,
    `create index withdrawal_account_id on withdrawal (account_id, id desc)`,
    `create index withdrawal_open on withdrawal (chain, status, id)
       where status in ('queued', 'review', 'signing', 'signed', 'broadcast')`,
    `create index withdrawal_signed_at on withdrawal (chain, signed_at)`,
    // What was asked for never changes, and what has ended stays ended.
    `create trigger withdrawal_fixed before update on withdrawal
       for each row when (
         (new.account_id, new.idempotency_key, new.coin, new.chain, new.address, new.amount, new.fee)
           is distinct from
         (old.account_id, old.idempotency_key, old.coin, old.chain, old.address, old.amount, old.fee)
         or old.settled_at is not null
       ) execute function ledger_refuse_change()`,
    // Money in a signed transaction may be on its way: no row takes it back but by what the chain says.
    `create trigger withdrawal_signed_kept before update on withdrawal
       for each row when (old.status in ${SIGNED} and new.status in ('queued', 'cancelled', 'refused'))
       execute function ledger_refuse_change()`,
    `create trigger withdrawal_kept before delete on withdrawal
       for each row execute function ledger_refuse_change()`,

    // Every transaction that was ever signed for a withdrawal, stored before it was sent.
    `create table withdrawal_transaction (
       id bigint generated always as identity primary key,
       withdrawal_id bigint not null,
       chain text not null ${CHAIN},
       tx_id text not null check (char_length(tx_id) between 1 and 128 and tx_id = lower(tx_id)),
       -- Signed, as it is sent.
       raw bytea not null,
       -- No block later than this takes it.
       expires_at timestamptz not null,
       signed_at timestamptz not null,
       -- What became of it: null while it may still pay.
       outcome text check (outcome in ('confirmed', 'expired', 'reverted')),
       settled_at timestamptz,
       constraint withdrawal_transaction_once unique (chain, tx_id),
       foreign key (withdrawal_id, chain) references withdrawal (id, chain),
       check ((outcome is null) = (settled_at is null))
     )`,
    // At most one that may pay or has paid.
    `create unique index withdrawal_transaction_live on withdrawal_transaction (withdrawal_id)
       where outcome is null or outcome = 'confirmed'`,
    `create trigger withdrawal_transaction_fixed before update on withdrawal_transaction
       for each row when (
         (new.withdrawal_id, new.chain, new.tx_id, new.raw, new.expires_at)
           is distinct from (old.withdrawal_id, old.chain, old.tx_id, old.raw, old.expires_at)
         or old.outcome is not null
       ) execute function ledger_refuse_change()`,
    `create trigger withdrawal_transaction_kept before delete on withdrawal_transaction
       for each row execute function ledger_refuse_change()`,

    // The signer of a chain: one at a time, and the wallet it pays from.
    `create table signer (
       chain text primary key ${CHAIN},
       address text not null ${ADDRESS},
       holder uuid not null,
       held_until timestamptz not null,
       seen_at timestamptz not null
     )`,

    `create table withdrawal_address (
       id bigint generated always as identity primary key,
       account_id integer not null references account (id),
       chain text not null ${CHAIN},
       address text not null ${ADDRESS},
       label text not null default '' check (char_length(label) <= 40),
       added_at timestamptz not null,
       constraint withdrawal_address_once unique (account_id, chain, address)
     )`,
    // Only these addresses, and only 24 hours after they were added; it ends 24 hours after that was asked for.
    `create table withdrawal_whitelist (
       account_id integer primary key references account (id),
       since timestamptz not null,
       ends_at timestamptz
     )`,
  ],
}
