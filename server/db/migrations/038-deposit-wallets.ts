import type { Migration } from './migration.ts'

/** Wallets that only pay into an account: its session and their signature link them, and they do not open it. */
export const depositWallets: Migration = {
  id: 38,
  name: 'deposit wallets',
  up: [
    `alter table wallet add column logs_in boolean not null default true`,
    `alter table challenge
       drop constraint challenge_purpose_check`,
    `alter table challenge
       add constraint challenge_purpose_check check (
         purpose in ('passkey-login', 'passkey-new', 'passkey-proof', 'wallet-login', 'wallet-link', 'wallet-deposit')
       )`,
  ],
}
