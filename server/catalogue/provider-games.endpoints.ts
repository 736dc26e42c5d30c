import type { Hono } from 'hono'
import type { DataOf } from '#contract/endpoint.ts'
import { getProviderGame, listProviderGames } from '#contract/provider-games.ts'
import { createAnswerCache } from '#server/base/answer-cache.ts'
import type { Clock } from '#server/base/clock.ts'
import { outsideCalls } from '#server/db/call-scope.ts'
import type { Database } from '#server/db/tables.ts'
import type { TurnOf } from '#server/http/call-turns.ts'
import { CATALOGUE_KEEP_MS, served, type Served } from '#server/http/mount-endpoint.ts'
import type { RequestVariables } from '#server/http/request-log.ts'
import { mountStoredPictures } from '#server/http/stored-pictures.ts'
import {
  coverPath,
  readProviderGame,
  readProviderGames,
  type ShownProvider,
} from './provider-games.queries.ts'

interface GamesOptions {
  readonly db: Database
  readonly clock: Clock
  readonly providers: readonly ShownProvider[]
}

export function providerGameEndpoints({ db, clock, providers }: GamesOptions): Served[] {
  const pages = createAnswerCache<DataOf<typeof listProviderGames>>(clock, CATALOGUE_KEEP_MS)
  return [
    served(listProviderGames, {
      handle({ query }) {
        const read = () => outsideCalls(() => readProviderGames(db, providers, query))
        return query.search ? read() : pages.get(JSON.stringify(query), read)
      },
    }),
    served(getProviderGame, {
      keepMs: CATALOGUE_KEEP_MS,
      handle: ({ params }) => readProviderGame(db, providers, params),
    }),
  ]
}

export function mountProviderCovers(
  app: Hono<{ Variables: RequestVariables }>,
  db: Database,
  turnOf: TurnOf,
): void {
  mountStoredPictures(app, turnOf, {
    pathOf: coverPath,
    async read(hash) {
      const covers = db.selectFrom('provider_cover').select('image')
      return (await covers.where('hash', '=', hash).executeTakeFirst())?.image
    },
  })
}
