import { listCoins } from './coins.ts'
import { getConfig } from './config.ts'
import type { Endpoint } from './endpoint.ts'
import { getGame, listCategories, listGames, listProviders } from './games.ts'
import { getHealth } from './health.ts'
import { listPromotions } from './promotions.ts'

/** Every endpoint of the API, in the order of its document. */
export const API: readonly Endpoint[] = [
  getHealth,
  getConfig,
  listGames,
  getGame,
  listCategories,
  listProviders,
  listCoins,
  listPromotions,
]

/** Base path of the API on the product's host. */
export const API_BASE = '/api'
