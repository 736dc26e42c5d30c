import type { Migration } from './migration.ts'

export const compatibleReleases: Migration = {
  id: 16,
  name: 'compatible-releases',
  // The releases before this column knew no newer schema.
  compatible: false,
  up: [
    // True if the release before the migration can go on with the schema that it made.
    `alter table schema_migration add column compatible boolean not null default false`,
  ],
}
