import { StartupError } from '#server/base/startup-error.ts'
import { readConfig } from '#server/config/config.ts'
import { archiveWal } from './archive.ts'
import { readBackupConfig } from './backup-config.ts'
import { listBackups } from './backup-dir.ts'
import { makePGliteBackup } from './pglite-backup.ts'
import { makePostgresBackup } from './postgres-backup.ts'
import { pruneBackups } from './prune-backups.ts'
import { restoreBackup } from './restore-backup.ts'

export interface BackupCommand {
  readonly verb: string
  /** Name of a backup, for `check` and `restore`. */
  readonly name?: string | undefined
  readonly until?: string | undefined
  readonly to?: string | undefined
  readonly keep?: string | undefined
}

/**
 * @param signal ends `archive`
 * @returns false if a backup is not whole
 * @throws StartupError
 */
export async function runBackup(
  env: Record<string, string | undefined>,
  { verb, name, until, to, keep }: BackupCommand,
  { write, signal }: { readonly write: (line: string) => void; readonly signal: AbortSignal },
): Promise<boolean> {
  const config = readBackupConfig(env)
  const { dir, databaseUrl, dataDir } = config
  switch (verb) {
    case 'archive':
      if (databaseUrl === null) {
        throw new StartupError('Only PostgreSQL has a WAL to archive: set BACKUP_DATABASE_URL.')
      }
      await archiveWal({ dir, databaseUrl, signal, write })
      return true
    case 'make': {
      const { path } =
        databaseUrl === null
          ? await makePGliteBackup({ dir, dataDir })
          : await makePostgresBackup({ dir, databaseUrl }, write)
      write(`Made ${path}.`)
      return true
    }
    case 'check':
    case 'restore': {
      if (verb === 'restore' && to === undefined) {
        throw new StartupError('Name a new directory: npm run backup -- restore --to <directory>.')
      }
      const options = { name, until: momentOf(until), to: verb === 'restore' ? (to ?? null) : null }
      return restoreBackup({ ...options, config, books: readConfig(env), write })
    }
    case 'list':
      for (const { name: each, manifest } of await listBackups(dir)) {
        const seal = manifest.seal === null ? 'no seal' : `sealed up to ${manifest.seal.day}`
        write(`${each}  ${manifest.kind}, schema ${manifest.schema}, ${seal}, ended ${manifest.endedAt}`)
      }
      return true
    case 'prune': {
      const { backups, segments } = await pruneBackups(dir, countOf(keep))
      write(`Deleted backups: ${backups.join(', ') || 'none'}. Deleted files of the WAL: ${segments}.`)
      return true
    }
    default:
      throw new StartupError(`There is no ${verb}: see npm run backup -- --help.`)
  }
}

function momentOf(text: string | undefined): Date | null {
  if (text === undefined) return null
  const moment = new Date(text)
  if (!/(?:Z|[+-]\d{2}:?\d{2})$/.test(text) || Number.isNaN(moment.getTime())) {
    throw new StartupError('--until must be a moment with its zone, such as 2026-11-30T09:30:00Z.')
  }
  return moment
}

function countOf(text: string | undefined): number {
  if (text === undefined || !/^[1-9]\d{0,3}$/.test(text)) {
    throw new StartupError('--keep must say how many backups stay, from 1 to 9999.')
  }
  return Number(text)
}
