import type { Migration } from './migration.ts'

export const paidAfterAll: Migration = {
  id: 23,
  name: 'paid-after-all',
  up: [
    // What became of a transaction stays, but for one that was given up and has paid all the same: an operator books
    // it, as the chain shows it.
    `drop trigger withdrawal_transaction_fixed on withdrawal_transaction`,
    `create trigger withdrawal_transaction_fixed before update on withdrawal_transaction
       for each row when (
         (new.withdrawal_id, new.chain, new.tx_id, new.raw, new.expires_at, new.sender, new.nonce)
           is distinct from
         (old.withdrawal_id, old.chain, old.tx_id, old.raw, old.expires_at, old.sender, old.nonce)
         or old.outcome is not null
           and (old.outcome <> 'expired' or new.outcome is distinct from 'confirmed')
       ) execute function ledger_refuse_change()`,
    `drop trigger withdrawal_nonce_fixed on withdrawal_nonce`,
    `create trigger withdrawal_nonce_fixed before update on withdrawal_nonce
       for each row when (
         (new.chain, new.sender, new.nonce, new.withdrawal_id)
           is distinct from (old.chain, old.sender, old.nonce, old.withdrawal_id)
         or old.outcome is not null
           and (old.outcome <> 'lost' or new.outcome is distinct from 'used')
       ) execute function ledger_refuse_change()`,
  ],
}
