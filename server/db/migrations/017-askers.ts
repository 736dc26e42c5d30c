import type { Migration } from './migration.ts'

export const askers: Migration = {
  id: 17,
  name: 'askers',
  up: [
    // A code works for whoever asked for it. Nobody can be named for those of the last ten minutes: they are asked
    // for again.
    `delete from email_code`,
    `alter table email_code
       drop constraint email_code_pkey,
       add column asker bytea not null check (octet_length(asker) = 32),
       add primary key (email, purpose, asker)`,
    // SHA-256 of the key that the device holds; null for a caller without one.
    `alter table login_event add column device bytea check (octet_length(device) = 32)`,
    `create index login_event_device on login_event (device) where outcome = 'ok' and device is not null`,
  ],
}
