import { listCoins as listCoinsEndpoint } from '#contract/coins.ts'
import type { Database } from '#server/db/tables.ts'
import { CATALOGUE_KEEP_MS, served, type Served } from '#server/http/mount-endpoint.ts'
import { listCoins } from './coins.queries.ts'

export function coinEndpoints(db: Database, hasRates: boolean): Served[] {
  return [served(listCoinsEndpoint, { keepMs: CATALOGUE_KEEP_MS, handle: () => listCoins(db, hasRates) })]
}
