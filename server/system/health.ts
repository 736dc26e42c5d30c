import { AsyncResource } from 'node:async_hooks'
import type { Health } from '#contract/health.ts'
import { Refusal } from '#server/base/refusal.ts'
import { isSchemaCurrent } from '#server/db/migrate.ts'
import type { Database } from '#server/db/tables.ts'
import type { LedgerWatch } from '#server/books/ledger-watch.ts'
import type { ArrivalsWatch } from '#server/chain-check/arrivals-watch.ts'

const DATABASE_TIMEOUT_MS = 2_000
/** Requests within this time share one check: health has no limit, and anyone may ask. */
const SHARED_MS = 1_000

/** Reason why the server is not ready, as text; null when it is. */
export type Problem = () => Promise<string | null>

interface HealthOptions {
  readonly ledger?: Pick<LedgerWatch, 'health'> | undefined
  readonly arrivals?: Pick<ArrivalsWatch, 'health'> | undefined
  readonly problems?: readonly Problem[]
}

/**
 * At most one check of the database per second. A ledger that does not add up is reported, but the server stays in
 * service.
 * @throws Refusal `unavailable` with the reason: no answer of the database, another schema, a full disk, or a wrong
 * clock
 */
export function createHealth(
  db: Database,
  version: string,
  { ledger, arrivals, problems = [] }: HealthOptions = {},
): () => Promise<Health> {
  let shared: Promise<void> | undefined
  // Shared by all requests: it continues when the request that started it is aborted.
  const look = AsyncResource.bind(() => {
    const looking = assertReady(db, problems)
    shared = looking
    const forget = () => void setTimeout(() => (shared = undefined), SHARED_MS).unref()
    looking.then(forget, forget)
    return looking
  })
  return async () => {
    await (shared ?? look())
    const chains = arrivals?.health() ?? []
    return {
      live: true,
      ready: true,
      version,
      ...(ledger && { ledger: ledger.health() }),
      ...(chains.length > 0 && { chains: [...chains] }),
    }
  }
}

async function assertReady(db: Database, problems: readonly Problem[]): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The database did not answer in time')), DATABASE_TIMEOUT_MS)
  })
  const check = async () => {
    if (!(await isSchemaCurrent(db))) throw new Error('The schema is not the one of this version')
    for (const problem of problems) {
      const reason = await problem()
      if (reason !== null) throw new Refusal('unavailable', `The server is up and not ready: ${reason}`)
    }
  }
  try {
    await Promise.race([check(), tooLate])
  } catch (cause) {
    if (cause instanceof Refusal) throw cause
    throw new Refusal('unavailable', 'The server is up, its database is not ready', { cause })
  } finally {
    clearTimeout(timer)
  }
}
