import { listPromotions as listPromotionsEndpoint } from '#contract/promotions.ts'
import type { Clock } from '#server/base/clock.ts'
import type { Database } from '#server/db/tables.ts'
import { CATALOGUE_KEEP_MS, served, type Served } from '#server/http/mount-endpoint.ts'
import { listPromotions } from './promotions.queries.ts'

export function promotionEndpoints(db: Database, clock: Clock): Served[] {
  return [
    served(listPromotionsEndpoint, {
      keepMs: CATALOGUE_KEEP_MS,
      handle: () => listPromotions(db, new Date(clock())),
    }),
  ]
}
