import * as contract from '#contract/games.ts'
import type { Database } from '#server/db/tables.ts'
import { CATALOGUE_KEEP_MS, served, type Served } from '#server/http/mount-endpoint.ts'
import { getGame, listCategories, listGames, listProviders } from './catalogue.queries.ts'

/** @param coverOf address of a game's cover, by its slug */
export function catalogueEndpoints(db: Database, coverOf: (slug: string) => string): Served[] {
  const kept = { keepMs: CATALOGUE_KEEP_MS }
  return [
    served(contract.listGames, { ...kept, handle: () => listGames(db, coverOf) }),
    served(contract.getGame, { ...kept, handle: ({ params }) => getGame(db, params.slug, coverOf) }),
    served(contract.listCategories, { ...kept, handle: () => listCategories(db) }),
    served(contract.listProviders, { ...kept, handle: () => listProviders(db) }),
  ]
}
