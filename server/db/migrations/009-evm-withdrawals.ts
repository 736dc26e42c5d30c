import type { Migration } from './migration.ts'

export const evmWithdrawals: Migration = {
  id: 9,
  name: 'evm-withdrawals',
  up: [
    // On EVM chains a transaction has a number among those of its sender, and of all with one number a chain takes
    // one: what is signed with the same number cannot pay twice. Each number is one withdrawal's.
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
    // A withdrawal gets another number only when the one before can never pay.
    `create unique index withdrawal_nonce_live on withdrawal_nonce (withdrawal_id)
       where outcome is null or outcome = 'used'`,
    `create trigger withdrawal_nonce_fixed before update on withdrawal_nonce
       for each row when (
         (new.chain, new.sender, new.nonce, new.withdrawal_id)
           is distinct from (old.chain, old.sender, old.nonce, old.withdrawal_id)
         or old.outcome is not null
       ) execute function ledger_refuse_change()`,
    `create trigger withdrawal_nonce_kept before delete on withdrawal_nonce
       for each row execute function ledger_refuse_change()`,

    `alter table withdrawal_transaction
       alter column expires_at drop not null,
       add column sender text,
       add column nonce bigint,
       -- When the network took it last.
       add column sent_at timestamptz,
       add constraint withdrawal_transaction_nonce foreign key (chain, sender, nonce, withdrawal_id)
         references withdrawal_nonce (chain, sender, nonce, withdrawal_id),
       add check ((nonce is null) = (sender is null)),
       -- One or the other says when it can never pay any more.
       add check ((nonce is null) = (expires_at is not null))`,
    `drop index withdrawal_transaction_live`,
    `create unique index withdrawal_transaction_live on withdrawal_transaction (withdrawal_id)
       where nonce is null and (outcome is null or outcome = 'confirmed')`,
    `create unique index withdrawal_transaction_paid on withdrawal_transaction (withdrawal_id)
       where outcome = 'confirmed'`,
    `drop trigger withdrawal_transaction_fixed on withdrawal_transaction`,
    `create trigger withdrawal_transaction_fixed before update on withdrawal_transaction
       for each row when (
         (new.withdrawal_id, new.chain, new.tx_id, new.raw, new.expires_at, new.sender, new.nonce)
           is distinct from
         (old.withdrawal_id, old.chain, old.tx_id, old.raw, old.expires_at, old.sender, old.nonce)
         or old.outcome is not null
       ) execute function ledger_refuse_change()`,
    // The day's limit is one over all chains.
    `create index withdrawal_signed on withdrawal (signed_at) where signed_at is not null`,
  ],
}
