import type { Hono } from 'hono'
import type { DataOf } from '#contract/endpoint.ts'
import { getProviderGame, listProviderGames } from '#contract/provider-games.ts'
import { createAnswerCache } from '#server/base/answer-cache.ts'
import type { Clock } from '#server/base/clock.ts'
import { outsideCalls } from '#server/db/call-scope.ts'
import type { Database } from '#server/db/tables.ts'
import type { TurnOf } from '#server/http/call-turns.ts'
import { conditionalResponse } from '#server/http/conditional.ts'
import { CATALOGUE_KEEP_MS, respondToError, served, type Served } from '#server/http/mount-endpoint.ts'
import { failureResponse } from '#server/http/refusal-response.ts'
import type { RequestVariables } from '#server/http/request-log.ts'
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

/** A changed cover has a new name, so each is cached for ever. */
export function mountProviderCovers(
  app: Hono<{ Variables: RequestVariables }>,
  db: Database,
  turnOf: TurnOf,
): void {
  const path = coverPath(':file{[0-9a-f]{32}\\.webp}')
  app.get(path, async (c) => {
    try {
      const hash = (c.req.param('file') ?? '').slice(0, 32)
      const row = await turnOf(c).run((step) =>
        step(() =>
          db.selectFrom('provider_cover').select('image').where('hash', '=', hash).executeTakeFirst(),
        ),
      )
      if (!row) return failureResponse('not_found', 'There is no such picture')
      return conditionalResponse(c.req.raw, { plain: Buffer.from(row.image) }, hash, {
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
      })
    } catch (error) {
      return respondToError(c, error)
    }
  })
  app.all(path, () =>
    failureResponse('method_not_allowed', 'Only GET is possible here', { allow: 'GET, HEAD' }),
  )
}
