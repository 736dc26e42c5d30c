import { listCoins } from '#contract/coins.ts'
import { getConfig } from '#contract/config.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { getGame, listCategories, listGames, listProviders } from '#contract/games.ts'
import { listPromotions } from '#contract/promotions.ts'
import type { PersistScope } from '#lib/api-query.ts'

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

/** Calls whose kept answers of the scope are restored. Those of an account come with a chunk of their own. */
export async function persistedEndpoints(scope: PersistScope): Promise<readonly Endpoint[]> {
  if (scope === 'public') return PUBLIC
  const { API } = await import('#contract/api.ts')
  return API.filter(({ access, method }) => access === 'player' && method === 'GET')
}
