import type { Migration } from './migration.ts'

/** What deposit addresses hold: a balance that differs says that a transfer was left out, whatever an index tells. */
export const addressBalances: Migration = {
  id: 40,
  name: 'address balances',
  up: [
    `alter table deposit_address
       -- What it held at a moment up to which all is explained, in the smallest unit. It was given out empty.
       add column held_amount numeric(78, 0) not null default 0,
       add column held_at timestamptz,
       add column compared_at timestamptz,
       -- What it holds more, or less, than can be explained, and since when.
       add column difference numeric(78, 0) not null default 0,
       add column unsettled_since timestamptz,
       -- When the newest transfer out of it was made that is known.
       add column sent_at timestamptz,
       add constraint deposit_address_difference check (unsettled_since is not null or difference = 0)`,
    // What was credited is looked for again when its blocks are read again.
    `create index deposit_block on deposit (chain, block)`,
  ],
}
