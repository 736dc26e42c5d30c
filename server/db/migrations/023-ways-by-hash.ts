import type { Migration } from './migration.ts'

/** Accounts of one player are found without reading rows. */
export const waysByHash: Migration = {
  id: 23,
  name: 'ways-by-hash',
  compatibleSince: 19,
  up: [`drop index player_way_hash`, `create index player_way_hash on player_way (way_hash, account_id)`],
}
