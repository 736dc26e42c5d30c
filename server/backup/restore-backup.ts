import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { createLogger } from '#server/base/logger.ts'
import { StartupError } from '#server/base/startup-error.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { walDirOf, listBackups, type Backup } from './backup-dir.ts'
import type { BackupConfig } from './backup-config.ts'
import { judgeRestored, type BooksConfig } from './judge-restored.ts'
import { readLiveDatabase, type LiveDatabase } from './live-database.ts'
import { endsDamaged, findLostCommit } from './lost-wal.ts'
import type { PostgresManifest } from './manifest.ts'
import { restorePGlite } from './pglite-backup.ts'
import { requirePrograms, runProgram, type Programs } from './postgres-programs.ts'
import { startRestored, type RestoredCluster } from './restored-cluster.ts'
import { lsnText, parseLsn, segmentName, segmentOf, timelineAt } from './wal.ts'

export interface RestoreOptions {
  /** Name of a backup; without it the newest one, or the newest before `until`. */
  readonly name: string | undefined
  readonly until: Date | null
  /** A new directory that stays; null for one that goes with the check. */
  readonly to: string | null
}

interface Restoring extends RestoreOptions {
  readonly config: BackupConfig
  readonly books: BooksConfig
  readonly write: (line: string) => void
  /** Looks at the restored database before it goes. */
  readonly look?: (databaseUrl: string) => Promise<void>
}

/**
 * Restores a backup beside everything else, and compares what comes out.
 * @returns true if it is whole; otherwise all that is wrong was written
 */
export async function restoreBackup(restoring: Restoring): Promise<boolean> {
  const { config, name, until, write } = restoring
  const backup = chooseBackup(await listBackups(config.dir), { dir: config.dir, name, until })
  const { manifest } = backup
  write(`Backup ${backup.name}: ${manifest.kind}, schema ${manifest.schema}, made by Koi ${manifest.koi}.`)
  const faults =
    manifest.kind === 'pglite'
      ? await restoreEmbedded(backup, restoring)
      : await restoreCluster({ ...backup, manifest }, restoring)
  write(faults.length === 0 ? 'WHOLE: the backup restores, and all that was compared agrees.' : 'NOT WHOLE:')
  for (const fault of faults) write(`  ${fault}`)
  return faults.length === 0
}

function chooseBackup(
  backups: readonly Backup[],
  { dir, name, until }: Pick<RestoreOptions, 'name' | 'until'> & { readonly dir: string },
): Backup {
  const fits = (each: Backup) =>
    name === undefined ? until === null || new Date(each.manifest.endedAt) <= until : each.name === name
  const chosen = backups.findLast(fits)
  if (chosen) return chosen
  const which = name ?? (until === null ? 'backup' : `backup from before ${until.toISOString()}`)
  throw new StartupError(
    `There is no ${which} in ${dir}${backups.length === 0 ? '' : `: the oldest is ${backups[0]?.name}`}.`,
  )
}

async function restoreEmbedded(
  backup: Backup,
  { config, books, to, until, write }: Restoring,
): Promise<string[]> {
  if (until !== null) {
    throw new StartupError('An embedded database has no WAL archive: it is restored as it was backed up.')
  }
  const place = await mkdtemp(join(tmpdir(), 'koi-restore-'))
  try {
    const dataDir = to ?? join(place, 'data')
    const faults = await restorePGlite(backup, dataDir)
    if (faults.length > 0) return faults
    const judged = await judgeRestored(
      { databaseUrl: null, dataDir },
      { dir: config.dir, books, until: new Date(backup.manifest.begunAt), write },
    )
    write('There is no WAL archive for an embedded database: what came later is only in the database itself.')
    return [...judged.faults]
  } finally {
    await rm(place, { recursive: true, force: true, maxRetries: 3 })
  }
}

type PostgresBackup = Backup & { readonly manifest: PostgresManifest }

async function restoreCluster(backup: PostgresBackup, restoring: Restoring): Promise<string[]> {
  const { config, books, until, to, write, look } = restoring
  const { manifest } = backup
  const live = await findLive(manifest, restoring)
  const programs = await requirePrograms(
    ['postgres', 'pg_verifybackup', 'pg_waldump', 'initdb'],
    manifest.major,
  )
  const damage = await verifyBase(programs, backup)
  if (damage !== null) return [damage]
  const user = config.databaseUrl === null ? '' : decodeURIComponent(new URL(config.databaseUrl).username)
  const cluster = await startRestored({ programs, backup, archive: walDirOf(config.dir), user, until, to })
  try {
    const end = await readEnd(cluster.url, manifest)
    write(`Restored to ${end.lastCommit.toISOString()}, ${lsnText(end.lsn)} of the WAL.`)
    const faults = await findLosses({ programs, cluster, manifest, end, isToMoment: until !== null })
    const judged = await judgeRestored(
      { databaseUrl: cluster.url, dataDir: '' },
      { dir: config.dir, books, until: until === null ? null : end.lastCommit, write },
    )
    faults.push(...judged.faults)
    if (live !== null) {
      const newest = live.newestMovement
      const restored = judged.moments.ledger
      if (end.lsn >= live.flushed) write('It has everything that the database had when this began.')
      else {
        const behindMs = (newest?.getTime() ?? 0) - (restored?.getTime() ?? 0)
        faults.push(
          `it is behind the database by ${Math.ceil(behindMs / 1000)} seconds of movements (newest: ${newest?.toISOString() ?? 'none'}, restored: ${restored?.toISOString() ?? 'none'}): is npm run backup -- archive running?`,
        )
      }
    }
    await look?.(cluster.url)
    return faults
  } finally {
    await cluster.stop()
  }
}

/** Null if there is nothing to compare with. */
async function findLive(
  { system }: PostgresManifest,
  { config, until, write }: Restoring,
): Promise<LiveDatabase | null> {
  if (until !== null || config.databaseUrl === null) return null
  const live = await readLiveDatabase(config.databaseUrl)
  if (typeof live === 'string') {
    write(`Not compared with the database itself, which cannot be reached: ${live}.`)
    return null
  }
  if (live.system !== system) {
    write('Not compared with the database of these settings, which is of another cluster.')
    return null
  }
  return live
}

async function verifyBase(programs: Programs, { path, manifest }: PostgresBackup): Promise<string | null> {
  const base = join(path, 'base')
  const text = await readFile(join(base, 'backup_manifest')).catch(() => Buffer.alloc(0))
  const hash = createHash('sha256').update(text).digest('hex')
  if (hash !== manifest.files['base/backup_manifest'])
    return 'base/backup_manifest is not as it was backed up'
  try {
    await runProgram(programs.pathOf('pg_verifybackup'), [base])
    return null
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    return `the files of the base backup are damaged: ${error.message}`
  }
}

interface End {
  readonly lsn: bigint
  readonly lastCommit: Date
}

async function readEnd(databaseUrl: string, { endedAt }: PostgresManifest): Promise<End> {
  const { db, close } = await openDatabase({ databaseUrl, dataDir: '' }, createLogger('silent'))
  try {
    const { rows } = await sql<{ lsn: string; at: Date | null }>`
      select pg_last_wal_replay_lsn()::text as lsn, pg_last_xact_replay_timestamp() as at`.execute(db)
    const [row] = rows
    if (!row) throw new Error('The restored database does not say where it ends')
    return { lsn: parseLsn(row.lsn), lastCommit: row.at ?? new Date(endedAt) }
  } finally {
    await close()
  }
}

/** Names what the archive should have given and did not. */
async function findLosses({
  programs,
  cluster: { wal, walDir, endOfWal },
  manifest: { segmentBytes },
  end,
  isToMoment,
}: {
  readonly programs: Programs
  readonly cluster: RestoredCluster
  readonly manifest: PostgresManifest
  readonly end: End
  readonly isToMoment: boolean
}): Promise<string[]> {
  if (isToMoment) return []
  if (wal.last < wal.first) {
    return ['the archive has no WAL that follows this backup: what came later is lost with the database']
  }
  const nameOf = (number: number) =>
    segmentName({ timeline: timelineAt(wal.branches, number), number }, segmentBytes)
  const since = end.lastCommit.toISOString()
  const search = { programs, walDir, wal, segmentBytes }
  const lost = await findLostCommit(search, end.lsn)
  const gone =
    lost === null
      ? `everything after ${since} is gone`
      : `everything from ${since} to ${lost.toISOString()} is gone`
  // A file that recovery did not need, because the backup has it itself, is not missed.
  const from = Math.max(wal.first, segmentOf(end.lsn, segmentBytes))
  for (let number = from; number < wal.last; number += 1) {
    if (!wal.segments.has(number)) return [`the WAL file ${nameOf(number)} is missing: ${gone}`]
  }
  if (lost !== null || (await endsDamaged(search, end.lsn))) {
    const file = nameOf(segmentOf(end.lsn, segmentBytes))
    return [`the WAL file ${file} is damaged at ${lsnText(end.lsn)} (${endOfWal}): ${gone}`]
  }
  return []
}
