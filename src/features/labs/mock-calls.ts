import { createApiClient, type ApiClient } from '#api/api-client.ts'
import { listCoins } from '#contract/coins.ts'
import { getConfig } from '#contract/config.ts'
import { getCrashChain, getCrashClock, getCrashLatency } from '#contract/crash.ts'
import { getGame, listCategories, listGames, listProviders } from '#contract/games.ts'
import { listGamesInFull } from '#contract/games-in-full.ts'
import { getHealth } from '#contract/health.ts'
import { listBetLimits } from '#contract/play.ts'
import {
  getGamePlay,
  getPlayNow,
  listBigWins,
  listLeaders,
  listPopularGames,
  listRecentBets,
  listTopWins,
} from '#contract/public-play.ts'
import { getProviderGame } from '#contract/provider-games.ts'
import { listPromotions } from '#contract/promotions.ts'
import { getRace } from '#contract/race.ts'
import { getRewardTerms } from '#contract/rewards.ts'
import { getSeal } from '#contract/seal.ts'
import { getTransparency } from '#contract/transparency.ts'
import { listWalletAssets } from '#contract/wallet-deposits.ts'
import { getLinkedWin } from '#contract/win-links.ts'
import { createMockFetch, type MockScenario } from './mock-fetch.ts'

type Call = (client: ApiClient, signal: AbortSignal) => Promise<unknown>

/** Every public call of the contract that reads, ready to be made. */
export const MOCK_CALLS = {
  '/health': (client, signal) => client.call(getHealth, { signal }),
  '/config': (client, signal) => client.call(getConfig, { signal }),
  '/games': (client, signal) => client.call(listGames, { signal }),
  '/games/dice': (client, signal) => client.call(getGame, { params: { slug: 'dice' }, signal }),
  '/games-in-full': (client, signal) => client.call(listGamesInFull, { signal }),
  '/categories': (client, signal) => client.call(listCategories, { signal }),
  '/providers': (client, signal) => client.call(listProviders, { signal }),
  '/provider-games/hub/1': (client, signal) =>
    client.call(getProviderGame, { params: { provider: 'hub', code: '1' }, signal }),
  '/coins': (client, signal) => client.call(listCoins, { signal }),
  '/promotions': (client, signal) => client.call(listPromotions, { signal }),
  '/race': (client, signal) => client.call(getRace, { signal }),
  '/reward-terms': (client, signal) => client.call(getRewardTerms, { signal }),
  '/transparency': (client, signal) => client.call(getTransparency, { signal }),
  '/seals/2026-11-24': (client, signal) => client.call(getSeal, { params: { day: '2026-11-24' }, signal }),
  '/bet-limits': (client, signal) => client.call(listBetLimits, { signal }),
  '/popular-games': (client, signal) => client.call(listPopularGames, { signal }),
  '/play-now': (client, signal) => client.call(getPlayNow, { signal }),
  '/big-wins': (client, signal) => client.call(listBigWins, { signal }),
  '/linked-wins/koi-koi-koi-koi-koi-22': (client, signal) =>
    client.call(getLinkedWin, { params: { key: 'koi-koi-koi-koi-koi-22' }, signal }),
  '/games/dice/play': (client, signal) => client.call(getGamePlay, { params: { slug: 'dice' }, signal }),
  '/recent-bets': (client, signal) => client.call(listRecentBets, { signal }),
  '/top-wins/day': (client, signal) => client.call(listTopWins, { params: { period: 'day' }, signal }),
  '/leaderboards/day': (client, signal) => client.call(listLeaders, { params: { period: 'day' }, signal }),
  '/crash/chain': (client, signal) => client.call(getCrashChain, { signal }),
  '/crash/clock': (client, signal) => client.call(getCrashClock, { signal }),
  '/crash/latency': (client, signal) => client.call(getCrashLatency, { signal }),
  '/wallet-assets': (client, signal) => client.call(listWalletAssets, { signal }),
} satisfies Record<string, Call>
export type MockPath = keyof typeof MOCK_CALLS

export const MOCK_PATHS = Object.keys(MOCK_CALLS) as MockPath[]

interface Notices {
  onForbidden: (message: string) => void
  onDeadToken: () => void
}

/** Makes a call with the app's own client on mock answers. Rejects as the client does. */
export function callMock(
  path: MockPath,
  scenario: MockScenario,
  signal: AbortSignal,
  notices: Notices,
): Promise<unknown> {
  const client = createApiClient({
    baseUrl: '',
    readToken: () => null,
    fetch: createMockFetch(scenario),
    ...notices,
  })
  const call: Call = MOCK_CALLS[path]
  return call(client, signal)
}
