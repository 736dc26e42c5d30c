import type { Migration } from './migration.ts'

export const compatibleReleases: Migration = {
  id: 16,
  name: 'compatible-releases',
  // The releases before this column go on with no newer schema.
  compatibleSince: null,
  up: [
    // The newest migration that a process must know to go on with the schema that this one made; null if none can.
    `alter table schema_migration add column compatible_since integer`,
  ],
}
