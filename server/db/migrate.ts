import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import { StartupError } from '#server/base/startup-error.ts'
import { MIGRATIONS } from './migrations/all.ts'
import type { Migration } from './migrations/migration.ts'
import type { Database, Tables } from './tables.ts'

/** Any fixed number that all Koi processes on one database share. */
const ADVISORY_LOCK = 4_601_897

/** A migration waits so long for a table: calls of other processes queue behind it. */
const LOCK_WAIT_MS = 2_000
const LOCK_NOT_AVAILABLE = '55P03'
const INSUFFICIENT_PRIVILEGE = '42501'
const TRIES = 30

/**
 * Migrates the schema and runs `afterwards` (the seed) in the same transaction, so that a failed start changes
 * nothing. Processes that start together queue on an advisory lock. A database that a newer, compatible release has
 * migrated is left as it is.
 * @throws StartupError when the database is of a newer version that is not compatible, or a released migration or
 * function was changed
 */
export async function migrate(
  db: Database,
  afterwards: (trx: Transaction<Tables>) => Promise<void> = async () => {},
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await migrateOnce(db, afterwards, migrations)
    } catch (error) {
      const { code, message = '' } = error as { code?: string; message?: string }
      if (code === INSUFFICIENT_PRIVILEGE && message.includes('to set parameter')) {
        throw new StartupError(
          `The role of the database may not make Koi's functions: run as a superuser \`grant set on parameter ${parametersOf(migrations).join(', ')} to <the role>\`, and start again.`,
          { cause: error },
        )
      }
      if (code !== LOCK_NOT_AVAILABLE) throw error
      if (tries === TRIES) {
        throw new StartupError(
          'The schema cannot be brought up to date, because something has used its tables for minutes: end it (pg_stat_activity shows it), and start again.',
          { cause: error },
        )
      }
      await sleep(LOCK_WAIT_MS / 2)
    }
  }
}

/** Own parameters that functions set while they run; only a superuser may use such names without being granted them. */
export const parametersOf = (migrations: readonly Migration[] = MIGRATIONS): string[] => [
  ...new Set(
    migrations
      .flatMap(({ up }) => up)
      .flatMap((statement) =>
        typeof statement === 'string' ? [] : [...statement.sql.matchAll(OWN_PARAMETER)],
      )
      .flatMap(([, name = '']) => name),
  ),
]
const OWN_PARAMETER = /^\s+set (koi\.\w+) = /gm

async function migrateOnce(
  db: Database,
  afterwards: (trx: Transaction<Tables>) => Promise<void>,
  migrations: readonly Migration[],
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
    const applied = await readApplied(trx)
    if (isOfNewerRelease(applied, migrations)) return
    await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT_MS)}`.execute(trx)
    const done = new Set(applied.map(({ id }) => id))
    for (const migration of migrations.filter(({ id }) => !done.has(id))) {
      for (const statement of migration.up) {
        await sql.raw(typeof statement === 'string' ? statement : statement.sql).execute(trx)
      }
      const { id, name, compatibleSince } = migration
      await trx
        .insertInto('schema_migration')
        // Earlier migrations are written down before there is such a column.
        .values({
          id,
          name,
          checksum: checksum(migration),
          ...(compatibleSince && { compatible_since: compatibleSince }),
        })
        .execute()
    }
    await checkFunctions(trx, migrations)
    await afterwards(trx)
  })
}

/**
 * True when the database has the migrations of this version, and no others that it cannot go on with. Rejects when it
 * does not answer.
 */
export async function isSchemaCurrent(
  db: Database,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<boolean> {
  const { known, others } = sort(await readApplied(db), migrations)
  return known.length === migrations.length && others.every((each) => mayGoOn(each, migrations))
}

/** Migrations that the next start would do, and those of them before which the processes of now must be stopped. */
export async function planUpdate(db: Database, migrations: readonly Migration[] = MIGRATIONS) {
  const applied = await readApplied(db)
  isOfNewerRelease(applied, migrations)
  const done = new Set(applied.map(({ id }) => id))
  const pending = migrations.filter(({ id }) => !done.has(id))
  const breaking = pending.filter(
    ({ compatibleSince }) => !compatibleSince || applied.every(({ id }) => id < compatibleSince),
  )
  return { pending, breaking }
}

/** @throws StartupError when the database is of another version, or does not answer */
export async function requireCurrentSchema(db: Database, description: string): Promise<void> {
  if (await isSchemaCurrent(db).catch(() => false)) return
  throw new StartupError(
    `${description} does not have the schema of this version: start Koi on it once, or use the version that made it.`,
  )
}

interface Applied {
  readonly id: number
  readonly name: string
  readonly checksum: string
  readonly compatibleSince: number | null
}

/** The column `compatible_since` is younger than the table. */
async function readApplied(db: Database | Transaction<Tables>): Promise<Applied[]> {
  const { rows } = await sql<Applied>`
    select id, name, checksum, (to_jsonb(schema_migration) ->> 'compatible_since')::integer as "compatibleSince"
    from schema_migration order by id`.execute(db)
  return rows
}

function sort(applied: readonly Applied[], migrations: readonly Migration[]) {
  const isKnown = ({ id }: Applied) => migrations.some((migration) => migration.id === id)
  return { known: applied.filter(isKnown), others: applied.filter((each) => !isKnown(each)) }
}

/** True if a process that knows these migrations can go on after a newer one. */
const mayGoOn = ({ compatibleSince }: Applied, migrations: readonly Migration[]) =>
  compatibleSince !== null && migrations.some(({ id }) => id >= compatibleSince)

/**
 * True if a newer release has migrated the database, and this one can go on with it.
 * @throws StartupError
 */
function isOfNewerRelease(applied: readonly Applied[], migrations: readonly Migration[]): boolean {
  const { known, others } = sort(applied, migrations)
  for (const { id, name, checksum: appliedChecksum } of known) {
    const migration = migrations.find((each) => each.id === id)
    if (migration && checksum(migration) === appliedChecksum) continue
    throw new StartupError(
      `Migration ${id} (${name}) is not the one the database was made with: use the version of Koi that made it, or another database.`,
    )
  }
  const isWhole = known.length === migrations.length
  const refused = isWhole ? others.find((each) => !mayGoOn(each, migrations)) : others[0]
  if (refused) {
    throw new StartupError(
      `The database was written by a newer version of Koi (it has migration ${refused.id}, ${refused.name}): update Koi, or use another database.`,
    )
  }
  return others.length > 0
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
