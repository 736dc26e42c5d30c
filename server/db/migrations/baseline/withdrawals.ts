import type { Statement } from '#server/db/migrations/migration.ts'

const CHAIN = `check (chain ~ '^[a-z0-9]+(-[a-z0-9]+)*$')`
const ADDRESS = `check (char_length(address) between 20 and 100)`
/** Signed: it cannot be cancelled, only the chain ends it. */
const SIGNED = `('signed', 'broadcast')`

export const withdrawals: readonly Statement[] = [
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
       'large', 'above_day_limit', 'not_confirmed', 'unsignable', 'operator', 'reverted', 'house_address',
       'no_transfer', 'number_used', 'no_floor', 'books_differ', 'recovered', 'unsealed'
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
     -- Made with the server's key of all that was asked for: nobody else can change or invent a row.
     seal bytea check (octet_length(seal) = 32),
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
  // The daily limit covers all chains.
  `create index withdrawal_signed on withdrawal (signed_at) where signed_at is not null`,
  // Earlier payments to the same address count before signing.
  `create index withdrawal_to_address on withdrawal (address)`,
  // The request never changes, and an ended withdrawal stays ended.
  `create trigger withdrawal_fixed before update on withdrawal
     for each row when (
       (new.account_id, new.idempotency_key, new.coin, new.chain, new.address, new.amount, new.fee)
         is distinct from
       (old.account_id, old.idempotency_key, old.coin, old.chain, old.address, old.amount, old.fee)
       or old.settled_at is not null
     ) execute function ledger_refuse_change()`,
  // The money of a signed transaction may be moving: only the result on the chain takes it back.
  `create trigger withdrawal_signed_kept before update on withdrawal
     for each row when (old.status in ${SIGNED} and new.status in ('queued', 'cancelled', 'refused'))
     execute function ledger_refuse_change()`,
  `create trigger withdrawal_kept before delete on withdrawal
     for each row execute function ledger_refuse_change()`,

  // On EVM chains a sender's transactions have nonces, and a chain accepts one transaction per nonce: two with the
  // same nonce cannot both pay. Each nonce belongs to one withdrawal.
  `create table withdrawal_nonce (
     chain text not null check (chain ~ '^evm-[0-9]+$'),
     sender text not null check (sender ~ '^0x[0-9a-fA-F]{40}$'),
     nonce bigint not null check (nonce >= 0),
     withdrawal_id bigint not null,
     -- Null while a transaction with it may pay; lost when another one of the wallet, which is final, has it.
     outcome text check (outcome in ('used', 'lost')),
     primary key (chain, sender, nonce),
     constraint withdrawal_nonce_owner unique (chain, sender, nonce, withdrawal_id),
     foreign key (withdrawal_id, chain) references withdrawal (id, chain)
   )`,
  // A withdrawal gets another nonce only when the earlier one can never pay.
  `create unique index withdrawal_nonce_live on withdrawal_nonce (withdrawal_id)
     where outcome is null or outcome = 'used'`,
  // The outcome of a transaction is final, except for one that was given up and has paid after all: an operator books
  // it as the chain shows.
  `create trigger withdrawal_nonce_fixed before update on withdrawal_nonce
     for each row when (
       (new.chain, new.sender, new.nonce, new.withdrawal_id)
         is distinct from (old.chain, old.sender, old.nonce, old.withdrawal_id)
       or old.outcome is not null
         and (old.outcome <> 'lost' or new.outcome is distinct from 'used')
     ) execute function ledger_refuse_change()`,
  `create trigger withdrawal_nonce_kept before delete on withdrawal_nonce
     for each row execute function ledger_refuse_change()`,

  // Every transaction that was signed for a withdrawal, stored before it was sent.
  `create table withdrawal_transaction (
     id bigint generated always as identity primary key,
     withdrawal_id bigint not null,
     chain text not null ${CHAIN},
     tx_id text not null check (char_length(tx_id) between 1 and 128 and tx_id = lower(tx_id)),
     -- Signed, as it is sent.
     raw bytea not null,
     -- No block later than this takes it; null on EVM chains, where its number says when it can never pay any more.
     expires_at timestamptz,
     signed_at timestamptz not null,
     -- What became of it: null while it may still pay.
     outcome text check (outcome in ('confirmed', 'expired', 'reverted')),
     settled_at timestamptz,
     sender text,
     nonce bigint,
     -- When the network took it last.
     sent_at timestamptz,
     -- The newest block when it was signed: from here on its number can have been used by something else.
     signed_block bigint check (signed_block >= 0),
     constraint withdrawal_transaction_once unique (chain, tx_id),
     foreign key (withdrawal_id, chain) references withdrawal (id, chain),
     constraint withdrawal_transaction_nonce foreign key (chain, sender, nonce, withdrawal_id)
       references withdrawal_nonce (chain, sender, nonce, withdrawal_id),
     check ((outcome is null) = (settled_at is null)),
     check ((nonce is null) = (sender is null)),
     check ((nonce is null) = (expires_at is not null))
   )`,
  // At most one may pay or has paid.
  `create unique index withdrawal_transaction_live on withdrawal_transaction (withdrawal_id)
     where nonce is null and (outcome is null or outcome = 'confirmed')`,
  `create unique index withdrawal_transaction_paid on withdrawal_transaction (withdrawal_id)
     where outcome = 'confirmed'`,
  `create index withdrawal_transaction_withdrawal on withdrawal_transaction (withdrawal_id, id)`,
  `create trigger withdrawal_transaction_fixed before update on withdrawal_transaction
     for each row when (
       (new.withdrawal_id, new.chain, new.tx_id, new.raw, new.expires_at, new.sender, new.nonce)
         is distinct from
       (old.withdrawal_id, old.chain, old.tx_id, old.raw, old.expires_at, old.sender, old.nonce)
       or old.outcome is not null
         and (old.outcome <> 'expired' or new.outcome is distinct from 'confirmed')
     ) execute function ledger_refuse_change()`,
  `create trigger withdrawal_transaction_kept before delete on withdrawal_transaction
     for each row execute function ledger_refuse_change()`,

  `create table withdrawal_decision (
     id bigint generated always as identity primary key,
     withdrawal_id bigint not null references withdrawal (id),
     decision text not null check (decision in ('approve', 'refuse', 'paid', 'unpaid')),
     -- The transaction they went by.
     tx_id text,
     decided_by text not null check (char_length(decided_by) between 1 and 200),
     decided_at timestamptz not null,
     check ((decision in ('paid', 'unpaid')) = (tx_id is not null))
   )`,
  `create unique index withdrawal_decision_once on withdrawal_decision (withdrawal_id)
     where decision in ('paid', 'unpaid')`,
  `create trigger withdrawal_decision_kept before update or delete on withdrawal_decision
     for each row execute function ledger_refuse_change()`,

  `create table withdrawal_address (
     id bigint generated always as identity primary key,
     account_id integer not null references account (id),
     chain text not null ${CHAIN},
     address text not null ${ADDRESS},
     label text not null default '' check (char_length(label) <= 40),
     added_at timestamptz not null,
     constraint withdrawal_address_once unique (account_id, chain, address)
   )`,

  // Withdrawals only to these addresses, 24 hours after each was added. It ends 24 hours after the player asked for
  // that.
  `create table withdrawal_whitelist (
     account_id integer primary key references account (id),
     since timestamptz not null,
     ends_at timestamptz
   )`,
]
