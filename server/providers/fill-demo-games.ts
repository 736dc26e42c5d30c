import type { Clock } from '#server/base/clock.ts'
import type { Logger } from '#server/base/logger.ts'
import type { Config } from '#server/config/config.ts'
import { DEMO_PROVIDER } from '#server/config/demo-provider-config.ts'
import type { Database } from '#server/db/tables.ts'
import { openProviderClient } from './open-client.ts'
import { ProviderFailure } from './provider-client.ts'
import { switchGames } from './switch-games.ts'
import { syncGames } from './sync-games.ts'

interface Services {
  readonly db: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly config: Pick<Config, 'mode' | 'providers'>
}

/** Lists the games of Demo Studio. New ones are turned on: nobody operates a practice server before its first visit. */
export async function fillDemoGames({ db, clock, logger, config }: Services): Promise<void> {
  const link = config.providers.find(({ provider }) => provider === DEMO_PROVIDER)
  if (!link || config.mode === 'live') return
  const listed = () =>
    db.selectFrom('provider_game').select('code').where('provider', '=', DEMO_PROVIDER).execute()
  const before = new Set((await listed()).map(({ code }) => code))
  try {
    const client = openProviderClient(link, config.mode)
    await syncGames(db, { provider: DEMO_PROVIDER, client, mode: config.mode, now: new Date(clock()) })
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    logger.warn({ err: error }, 'Demo Studio does not list its games')
  }
  for (const { code } of await listed()) {
    if (!before.has(code)) await switchGames(db, DEMO_PROVIDER, { code }, true)
  }
}
