import { StartupError } from '#server/base/startup-error.ts'
import { firstLine, placeOf } from '#server/db/postgres-pool.ts'

/** Name of the slot, which keeps WAL until it is archived, and of the archive among the synchronous standbys. */
export const ARCHIVE_NAME = 'koi_backup'

/** Connection errors that pass by themselves have no SQLSTATE of the server. */
const NOT_YET = /^(?:ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|57P0)/

export interface Cluster {
  /** The same in every copy of a cluster. */
  readonly system: string
  /** The major version of PostgreSQL. */
  readonly major: number
}

/**
 * Asks as the programs for base backups and WAL do.
 * @throws StartupError that says what is missing; other errors pass by themselves
 */
export async function identifyCluster(databaseUrl: string): Promise<Cluster> {
  return withReplication(databaseUrl, async (ask) => {
    const [cluster] = await ask('IDENTIFY_SYSTEM')
    const [version] = await ask('SHOW server_version_num')
    return {
      system: String(cluster?.['systemid']),
      major: Math.floor(Number(version?.['server_version_num']) / 10_000),
    }
  })
}

/** Makes the slot unless it exists. From then on the database keeps all WAL that is not archived. */
export async function makeSlot(databaseUrl: string): Promise<void> {
  await withReplication(databaseUrl, async (ask) => {
    try {
      await ask(`CREATE_REPLICATION_SLOT ${ARCHIVE_NAME} PHYSICAL RESERVE_WAL`)
    } catch (error) {
      if ((error as { code?: string }).code !== '42710') throw error
    }
  })
}

type Ask = (command: string) => Promise<Record<string, unknown>[]>

async function withReplication<T>(databaseUrl: string, work: (ask: Ask) => Promise<T>): Promise<T> {
  const { default: pg } = await import('pg')
  const url = new URL(databaseUrl)
  url.searchParams.set('replication', 'true')
  const client = new pg.Client({ connectionString: url.href, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(async (command) => (await client.query<Record<string, unknown>>(command)).rows)
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (code === '' || NOT_YET.test(code)) throw error
    throw new StartupError(
      `${placeOf(databaseUrl)} allows no backup (${firstLine(error)}): BACKUP_DATABASE_URL must lead to the server itself, not to PgBouncer, for a role with REPLICATION and with a line for "replication" in pg_hba.conf.`,
      { cause: error },
    )
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * For programs of PostgreSQL: the address without a password, because every user of the machine sees arguments.
 * @param name only the archive's own is `ARCHIVE_NAME`: commits may wait for a program of that name
 */
export function connectionOf(
  databaseUrl: string,
  name: string,
): { address: string; env: Record<string, string> } {
  const url = new URL(databaseUrl)
  const password = url.searchParams.get('password') ?? decodeURIComponent(url.password)
  url.password = ''
  url.searchParams.delete('password')
  url.searchParams.set('application_name', name)
  return { address: url.href, env: password === '' ? {} : { PGPASSWORD: password } }
}
