import type { Statement } from '#server/db/migrations/migration.ts'

/** Work that one process does for all. Times are by the database's clock. */
export const jobs: readonly Statement[] = [
  `create table job (
     name text primary key check (name ~ '^[a-z]+(-[a-z]+)*$'),
     -- Counts the holders: what one before the last still writes is not taken.
     epoch bigint not null,
     -- Until when nobody else takes it; null while nobody does it.
     held_until timestamptz,
     due_at timestamptz not null,
     -- What came of it the last time, for every process.
     result jsonb,
     done_at timestamptz,
     check ((result is null) = (done_at is null))
   )`,
]
