import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { StartupError } from '#server/base/startup-error.ts'
import { MIGRATIONS } from './migrations/all.ts'
import type { Migration } from './migrations/migration.ts'
import type { Database, Tables } from './tables.ts'

/** Any fixed number that all Koi processes on one database share. */
const ADVISORY_LOCK = 4_601_897

/**
 * Migrates the schema and runs `afterwards` (the seed) in the same transaction, so that a failed start changes
 * nothing. Processes that start together queue on an advisory lock.
 * @throws StartupError when the database is of a newer version, or a released migration or function was changed
 */
export async function migrate(
  db: Database,
  afterwards: (trx: Transaction<Tables>) => Promise<void> = async () => {},
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // The limits of the pool suit requests; a migration, or waiting for another process's, may take longer.
    await sql`set local statement_timeout = 0`.execute(trx)
    await sql`set local lock_timeout = 0`.execute(trx)
    // A function is installed in its current version, which may name tables of a later migration.
    await sql`set local check_function_bodies = off`.execute(trx)
    await sql`select pg_advisory_xact_lock(${sql.lit(ADVISORY_LOCK)})`.execute(trx)
    await sql`create table if not exists schema_migration (
      id integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`.execute(trx)
    const applied = await trx
      .selectFrom('schema_migration')
      .select(['id', 'name', 'checksum'])
      .orderBy('id')
      .execute()
    checkHistory(applied, migrations)
    const done = new Set(applied.map(({ id }) => id))
    for (const migration of migrations.filter(({ id }) => !done.has(id))) {
      for (const statement of migration.up) {
        await sql.raw(typeof statement === 'string' ? statement : statement.sql).execute(trx)
      }
      const { id, name } = migration
      await trx
        .insertInto('schema_migration')
        .values({ id, name, checksum: checksum(migration) })
        .execute()
    }
    await checkFunctions(trx, migrations)
    await afterwards(trx)
  })
}

/** True when the database has exactly the migrations of this version. Rejects when it does not answer. */
export async function isSchemaCurrent(db: Database): Promise<boolean> {
  const applied = await db.selectFrom('schema_migration').select('id').execute()
  return (
    applied.length === MIGRATIONS.length &&
    applied.every(({ id }) => MIGRATIONS.some((migration) => migration.id === id))
  )
}

/** @throws StartupError when the database is of another version, or does not answer */
export async function requireCurrentSchema(db: Database, description: string): Promise<void> {
  if (await isSchemaCurrent(db).catch(() => false)) return
  throw new StartupError(
    `${description} does not have the schema of this version: start Koi on it once, or use the version that made it.`,
  )
}

function checkHistory(
  applied: readonly { id: number; name: string; checksum: string }[],
  migrations: readonly Migration[],
): void {
  for (const { id, name, checksum: appliedChecksum } of applied) {
    const known = migrations.find((migration) => migration.id === id)
    if (!known) {
      throw new StartupError(
        `The database was written by a newer version of Koi (it has migration ${id}, ${name}): update Koi, or use another database.`,
      )
    }
    if (checksum(known) !== appliedChecksum) {
      throw new StartupError(
        `Migration ${id} (${name}) is not the one the database was made with: use the version of Koi that made it, or another database.`,
      )
    }
  }
}

/** A changed function needs a migration that installs it; nothing else may have replaced it. */
async function checkFunctions(trx: Transaction<Tables>, migrations: readonly Migration[]): Promise<void> {
  const { rows: installed } = await sql<{ name: string; body: string }>`
    select proname as name, prosrc as body from pg_proc where pronamespace = current_schema()::regnamespace`.execute(
    trx,
  )
  for (const statement of migrations.flatMap(({ up }) => up)) {
    if (typeof statement === 'string') continue
    const [, body = ''] = statement.sql.split('$$')
    const found = installed.filter(({ name }) => name === statement.name)
    if (found.length === 1 && found.every((each) => wordsOf(each.body) === wordsOf(body))) continue
    throw new StartupError(
      `The function ${statement.name} of the database is not the one of this version: use the version of Koi that installed it, or add a migration that installs the new one.`,
    )
  }
}

/** Statements only: functions change with later migrations. */
function checksum(migration: Migration): string {
  const words = migration.up.filter((statement) => typeof statement === 'string').map(wordsOf)
  return createHash('sha256').update(JSON.stringify(words)).digest('hex')
}

const wordsOf = (text: string) => text.replace(/\s+/g, ' ').trim()
