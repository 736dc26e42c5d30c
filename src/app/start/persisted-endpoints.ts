import { listCoins } from '#contract/coins.ts'
import { getConfig } from '#contract/config.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { getGame, listCategories, listGames, listProviders } from '#contract/games.ts'
import { listPromotions } from '#contract/promotions.ts'
import type { PersistScope } from '#queries/api-query.ts'

/** Calls whose answers are the same for everyone and are kept for the next launch. */
const PUBLIC: readonly Endpoint[] = [
  listGames,
  getGame,
  listCategories,
  listProviders,
  listCoins,
  listPromotions,
  getConfig,
]

/**
 * Calls whose kept answers of the scope are restored, where their path is among `paths`. Those of an account,
 * and what the first load knows nothing of, come with a chunk of their own.
 */
export async function persistedEndpoints(
  scope: PersistScope,
  paths: readonly unknown[] = [],
): Promise<readonly Endpoint[]> {
  const isKnown = scope === 'public' && paths.every((path) => PUBLIC.some((known) => known.path === path))
  if (isKnown) return PUBLIC
  const isOf = ({ access, isPersonal }: Endpoint) =>
    access === 'player' || isPersonal ? 'account' : 'public'
  return import('#contract/api.ts').then((module) =>
    module.API.filter((each) => isOf(each) === scope && each.method === 'GET'),
  )
}
