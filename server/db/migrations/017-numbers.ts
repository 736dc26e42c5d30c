import type { Migration } from './migration.ts'

export const numbers: Migration = {
  id: 17,
  name: 'numbers',
  compatibleSince: 16,
  up: [
    // Alarms of all processes: a row for each kind and text.
    `create table alarm (
       alarm text not null,
       message text not null,
       -- Of the last one, as the log has it.
       details text not null,
       count bigint not null check (count > 0),
       first_at timestamptz not null,
       last_at timestamptz not null,
       primary key (alarm, message)
     )`,
    `create index alarm_last_at on alarm (last_at)`,
  ],
}
