import type { Health } from '#contract/health.ts'
import { isSchemaCurrent } from '#server/db/migrate.ts'
import type { Database } from '#server/db/tables.ts'
import { ApiFailure } from '#server/http/api-failure.ts'
import type { LedgerWatch } from '#server/books/ledger-watch.ts'

const DATABASE_TIMEOUT_MS = 2_000

/**
 * A ledger that does not add up is told, and the server stays in service.
 * @throws ApiFailure `unavailable` while the database does not answer or has another schema
 */
export async function readHealth(
  db: Database,
  version: string,
  ledger?: Pick<LedgerWatch, 'health'>,
): Promise<Health> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The database did not answer in time')), DATABASE_TIMEOUT_MS)
  })
  try {
    const isReady = await Promise.race([isSchemaCurrent(db), tooLate])
    if (!isReady) throw new Error('The schema is not the one of this version')
    return { live: true, ready: true, version, ...(ledger && { ledger: ledger.health() }) }
  } catch (cause) {
    throw new ApiFailure('unavailable', 'The server is up, its database is not ready', { cause })
  } finally {
    clearTimeout(timer)
  }
}
