import { sql } from 'kysely'
import type { Logger } from '#server/base/logger.ts'
import { contentHash } from '#server/base/content-hash.ts'
import { StartupError } from '#server/base/startup-error.ts'
import type { Database } from '#server/db/tables.ts'
import { createFeed, type Feed, type FeedLine } from './feed.ts'
import { memoryLine } from './memory-line.ts'
import { natsLine } from './nats-line.ts'
import { postgresLine } from './postgres-line.ts'

export interface FeedConfig {
  readonly databaseUrl: string | null
  /** Without a pooler; `databaseUrl` by default. */
  readonly databaseDirectUrl: string | null
  readonly natsUrl: string | null
}

/**
 * The feed of all processes on a database: over NATS if configured, else by notifications of PostgreSQL, else within
 * this one process.
 * @throws StartupError if NATS or the database cannot be reached
 */
export async function openFeed(
  config: FeedConfig,
  db: Database,
  logger: Logger,
  options: { readonly probeEveryMs?: number } = {},
): Promise<Feed> {
  try {
    return await createFeed(await openLine(config, db, logger), { logger, ...options })
  } catch (error) {
    const [what, name] =
      config.natsUrl === null
        ? ['database', config.databaseDirectUrl === null ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL']
        : ['NATS', 'NATS_URL']
    throw new StartupError(
      `Events need the ${what} at ${name}, which cannot be reached: start it, or correct ${name}.`,
      {
        cause: error,
      },
    )
  }
}

async function openLine(
  { databaseUrl, databaseDirectUrl, natsUrl }: FeedConfig,
  db: Database,
  logger: Logger,
): Promise<FeedLine> {
  if (natsUrl !== null) return natsLine({ url: natsUrl, subject: await subjectOf(db), logger })
  const directUrl = databaseDirectUrl ?? databaseUrl
  return directUrl === null ? memoryLine() : postgresLine({ db, directUrl, logger })
}

/** Unique to the database and the same in all its processes; a copy gets another one once it is migrated. */
async function subjectOf(db: Database): Promise<string> {
  const { rows } = await sql<{ origin: string }>`
    select concat(min(extract(epoch from applied_at)), ' ', current_database()) as origin
    from schema_migration`.execute(db)
  return `koi.feed.${contentHash(Buffer.from(rows[0]?.origin ?? ''))}`
}
