import * as v from 'valibot'
import { StartupError } from '#server/base/startup-error.ts'
import { aboutIn, describeProblems, PostgresUrlSchema } from '#server/config/config.ts'
import { variable } from '#server/config/environment.ts'

export interface BackupConfig {
  readonly dir: string
  /** The server itself, without a pooler; null means PGlite inside `dataDir`. */
  readonly databaseUrl: string | null
  readonly dataDir: string
}

const BACKUP_VARIABLES = {
  BACKUP_DIR: variable(v.string(), {
    section: 'Backups',
    meaning: 'directory of the backups and of the WAL archive, on another disk than the database',
  }),
  BACKUP_DATABASE_URL: variable(PostgresUrlSchema, {
    section: 'Backups',
    isSecret: true,
    meaning:
      'the database by its own address, never through a pooler, for a role with `REPLICATION` that may read all tables; without it `DATABASE_DIRECT_URL` is used, then `DATABASE_URL`',
  }),
}
const EnvironmentSchema = v.object({
  ...BACKUP_VARIABLES,
  DATABASE_DIRECT_URL: variable(PostgresUrlSchema, { section: 'Live mode', meaning: '' }),
  DATABASE_URL: variable(PostgresUrlSchema, { section: 'Live mode', meaning: '' }),
  DATA_DIR: variable(v.string(), { section: 'Every server', meaning: '' }),
})

export const aboutBackupVariables = () => aboutIn(BACKUP_VARIABLES)

/**
 * Reads only these settings: a machine that keeps backups needs no others.
 * @throws StartupError with one sentence that repeats no value
 */
export function readBackupConfig(env: Record<string, string | undefined>): BackupConfig {
  const parsed = v.safeParse(EnvironmentSchema, env)
  if (!parsed.success) throw new StartupError(`Bad configuration: ${describeProblems(parsed.issues)}.`)
  const set = parsed.output
  if (set.BACKUP_DIR === undefined) {
    throw new StartupError('BACKUP_DIR is missing: set it to a directory on another disk than the database.')
  }
  return {
    dir: set.BACKUP_DIR,
    databaseUrl: set.BACKUP_DATABASE_URL ?? set.DATABASE_DIRECT_URL ?? set.DATABASE_URL ?? null,
    dataDir: set.DATA_DIR ?? '.data',
  }
}
