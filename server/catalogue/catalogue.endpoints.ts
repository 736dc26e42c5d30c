import * as contract from '#contract/games.ts'
import { GAMES_IN_FULL, listGamesInFull as inFull } from '#contract/games-in-full.ts'
import type { Database } from '#server/db/tables.ts'
import { CATALOGUE_KEEP_MS, served, type Served } from '#server/http/mount-endpoint.ts'
import {
  getGame,
  listCategories,
  listGames,
  listGamesInFull,
  listProviders,
  mostPlayedFirst,
} from './catalogue.queries.ts'
import type { ShownProvider } from './provider-games.queries.ts'

interface CatalogueOptions {
  readonly db: Database
  readonly providers: readonly ShownProvider[]
  readonly coverOf: (slug: string) => string
  /** Slugs of recently played games, most played first. */
  readonly readPopular: () => Promise<readonly string[]>
}

export function catalogueEndpoints({ db, providers, coverOf, readPopular }: CatalogueOptions): Served[] {
  const kept = { keepMs: CATALOGUE_KEEP_MS }
  return [
    served(contract.listGames, {
      ...kept,
      handle: async () => mostPlayedFirst(await listGames(db, coverOf), await readPopular()),
    }),
    served(contract.getGame, { ...kept, handle: ({ params }) => getGame(db, params.slug, coverOf) }),
    served(inFull, {
      ...kept,
      handle: async () =>
        mostPlayedFirst(await listGamesInFull(db, coverOf), await readPopular()).slice(0, GAMES_IN_FULL),
    }),
    served(contract.listCategories, { ...kept, handle: () => listCategories(db, providers) }),
    served(contract.listProviders, { ...kept, handle: () => listProviders(db, providers) }),
  ]
}
