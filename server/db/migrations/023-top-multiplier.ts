import type { Migration } from './migration.ts'

export const topMultiplier: Migration = {
  id: 23,
  name: 'top-multiplier',
  up: [
    // In ten-thousandths; null where no figure holds for every round. The seed fills it in the same transaction.
    `alter table game add column top_multiplier bigint check (top_multiplier > 0)`,
  ],
}
