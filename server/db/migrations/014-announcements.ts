import type { Migration } from './migration.ts'

export const announcements: Migration = {
  id: 14,
  name: 'announcements',
  up: [
    // Promotions and races that were told to those who had chosen to hear of them.
    `create table announcement (
       -- As promotion/<slug>, race/<week>/start: told once.
       key text primary key,
       at timestamptz not null
     )`,
  ],
}
