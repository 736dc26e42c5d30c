import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import * as v from 'valibot'
import { createLogger } from '#server/base/logger.ts'
import { StartupError } from '#server/base/startup-error.ts'
import { VERSION } from '#server/base/version.ts'
import { readDatabaseTime } from '#server/db/database-time.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { firstLine, placeOf } from '#server/db/postgres-pool.ts'
import { beginBackup, bindDirectory, type Backup } from './backup-dir.ts'
import { keepSeals } from './kept-seals.ts'
import { newestMigration } from './newest-migration.ts'
import { requirePrograms, runProgram } from './postgres-programs.ts'
import { ARCHIVE_NAME, connectionOf, identifyCluster } from './replication.ts'

const RangesSchema = v.object({
  'WAL-Ranges': v.tuple([v.object({ Timeline: v.number(), 'Start-LSN': v.string(), 'End-LSN': v.string() })]),
})

/**
 * Copies the running cluster with the WAL that makes the copy whole.
 * @throws StartupError that says what is missing
 */
export async function makePostgresBackup(
  { dir, databaseUrl }: { readonly dir: string; readonly databaseUrl: string },
  write: (line: string) => void,
): Promise<Backup> {
  const { system, major } = await identifyCluster(databaseUrl).catch((error: unknown) => {
    if (error instanceof StartupError) throw error
    throw new StartupError(`${placeOf(databaseUrl)} cannot be reached (${firstLine(error)}).`, {
      cause: error,
    })
  })
  await bindDirectory(dir, system)
  const facts = await readFacts(dir, databaseUrl)
  if (facts.isTorn) {
    throw new StartupError('The cluster has tablespaces of its own, which these backups cannot keep.')
  }
  if (!facts.isArchived) {
    write(
      'Nobody archives the WAL now: this backup alone restores to its own end, and no further. Run npm run backup -- archive.',
    )
  }
  const programs = await requirePrograms(['pg_basebackup'], major, { isNewerFine: true })
  const backup = await beginBackup(dir, facts.at)
  try {
    const { address, env } = connectionOf(databaseUrl, 'koi_base')
    await runProgram(
      programs.pathOf('pg_basebackup'),
      [
        `--dbname=${address}`,
        `--pgdata=${join(backup.path, 'base')}`,
        '--no-password',
        '--wal-method=stream',
        '--checkpoint=fast',
        '--manifest-checksums=SHA256',
      ],
      { env },
    )
    const text = await readFile(join(backup.path, 'base', 'backup_manifest'))
    const [range] = v.parse(RangesSchema, JSON.parse(text.toString('utf8')))['WAL-Ranges']
    return await backup.publish({
      format: 1,
      kind: 'postgres',
      begunAt: facts.at.toISOString(),
      endedAt: (await readTime(databaseUrl)).toISOString(),
      koi: VERSION,
      ...facts.kept,
      major,
      system,
      timeline: range.Timeline,
      startLsn: range['Start-LSN'],
      endLsn: range['End-LSN'],
      files: { 'base/backup_manifest': createHash('sha256').update(text).digest('hex') },
    })
  } catch (error) {
    await backup.discard()
    throw error
  }
}

/** The database's own, as recovery up to a moment goes by it. */
async function readTime(databaseUrl: string): Promise<Date> {
  const { db, close } = await openDatabase({ databaseUrl, dataDir: '' }, createLogger('silent'))
  try {
    return new Date(await readDatabaseTime(db))
  } finally {
    await close()
  }
}

async function readFacts(dir: string, databaseUrl: string) {
  const { db, close } = await openDatabase({ databaseUrl, dataDir: '' }, createLogger('silent'))
  try {
    const { rows } = await sql<{
      bytes: number
      database: string
      is_torn: boolean
      is_archived: boolean
    }>`
      select current_database() as database,
        (select setting::integer from pg_settings where name = 'wal_segment_size') as bytes,
        exists (select from pg_tablespace where spcname not in ('pg_default', 'pg_global')) as is_torn,
        exists (select from pg_replication_slots where slot_name = ${ARCHIVE_NAME} and active) as is_archived`.execute(
      db,
    )
    const [row] = rows
    if (!row) throw new Error('The database does not answer')
    return {
      at: new Date(await readDatabaseTime(db)),
      isTorn: row.is_torn,
      isArchived: row.is_archived,
      kept: {
        segmentBytes: row.bytes,
        database: row.database,
        schema: await newestMigration(db),
        // Before the copy, so that it has them.
        seal: await keepSeals(dir, db),
      },
    }
  } catch (error) {
    const { code } = error as { code?: string }
    if (code !== '42501' && code !== '42P01') throw error
    throw new StartupError(
      `The role of the backup cannot read Koi's tables (${firstLine(error)}): grant it pg_read_all_data, and name Koi's database in the address.`,
      { cause: error },
    )
  } finally {
    await close()
  }
}
