import type { Migration } from './migration.ts'

export const moneyGuards: Migration = {
  id: 10,
  name: 'money-guards',
  up: [
    // Addresses the house has the keys of, or had: every hot wallet of the signer, and where wallets pay to.
    // Those given to players are in deposit_address.
    `create table house_address (
       address text primary key check (char_length(address) between 20 and 100),
       first_seen_at timestamptz not null
     )`,
    `insert into house_address (address, first_seen_at)
       select address, now() from signer
       union select sender, now() from withdrawal_nonce`,
    `create trigger house_address_kept before update or delete on house_address
       for each row execute function ledger_refuse_change()`,
    `alter table withdrawal drop constraint withdrawal_reason_check`,
    `alter table withdrawal add constraint withdrawal_reason_check check (reason in (
       'large', 'above_day_limit', 'not_confirmed', 'unsignable', 'operator', 'reverted', 'house_address'
     ))`,
  ],
}
