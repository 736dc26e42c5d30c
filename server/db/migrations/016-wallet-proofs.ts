import type { Migration } from './migration.ts'

export const walletProofs: Migration = {
  id: 16,
  name: 'wallet-proofs',
  up: [
    // A key has its address on every chain. A contract has it on one: on another the address may be somebody else's.
    `alter table wallet
       -- Null for wallets of before this was kept, until they sign again.
       add column proven_by text check (proven_by in ('key', 'contract')),
       -- The chain that a contract is on. Of a wallet of before, the only one it is known to have paid from.
       add column chain_id bigint check (chain_id > 0),
       add check (proven_by is null or (proven_by = 'contract') = (chain_id is not null))`,
    `alter table wallet drop constraint wallet_pkey`,
    `create unique index wallet_address_chain on wallet (address, coalesce(chain_id, 0))`,

    // What the account's own player said of it, and the chain bore out. Nothing else tells where it was proven.
    `update wallet set chain_id = paid.chain_id
       from (
         select deposit_intent.account_id, deposit_intent.sender,
           min(substring(deposit_intent.chain from '^evm-([0-9]+)$')::bigint) as chain_id
         from deposit_intent
         join deposit on deposit.account_id = deposit_intent.account_id
           and deposit.chain = deposit_intent.chain
           and deposit.tx_id = deposit_intent.tx_id
           and deposit.sender = deposit_intent.sender
         where deposit_intent.chain ~ '^evm-[0-9]+$'
         group by deposit_intent.account_id, deposit_intent.sender
         having count(distinct deposit_intent.chain) = 1
       ) paid
       where paid.account_id = wallet.account_id and paid.sender = wallet.address`,
  ],
}
