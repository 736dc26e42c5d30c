import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { whenIdle } from '#app/first-screen.ts'
import { followLaunches } from '#app/follow-launches.ts'
import { morphCovers } from '#app/morph-covers.ts'
import { offerPracticeWallet } from '#app/offer-practice-wallet.ts'
import { GAMES_IN_FULL, listGamesInFull } from '#contract/games-in-full.ts'
import { getGame } from '#contract/games.ts'
import { categoriesQuery, gameQuery, gamesQuery, providersQuery } from '#features/games/games.queries.ts'
import { cacheLobbyImages, cacheWalletCode } from '#features/install/worker-cache.ts'
import { hasWalletConnect } from '#features/wallet/connection/has-walletconnect.ts'
import { LAST_WALLET_KEY } from '#features/wallet/connection/known-address.ts'
import { readLastConnection, walletState } from '#features/wallet/connection/wallet.state.ts'
import { loadTexts } from '#i18n/i18n.ts'
import { followTimeZone } from '#i18n/time-zone.ts'
import { browserStorage } from '#lib/browser-storage.ts'
import { DEPOSITS_FOLLOWED_UNTIL, tabStorage, WITHDRAWALS_FOLLOWED } from '#lib/tab-storage.ts'
import { apiQuery } from '#queries/api-query.ts'
import { coinsQuery } from '#queries/coins.queries.ts'
import { configQuery } from '#queries/config.queries.ts'
import { promotionsQuery } from '#queries/promotions.queries.ts'
import { api } from '#session/api.ts'

/**
 * Call when idle. Follows launches of the installed app, reconnects the last visit's wallet, follows the time zone, removes obsolete storage, and loads pages
 * for offline use: menus, games with their covers, coins, promotions and the first games' pages.
 */
export function warmUp(queryClient: QueryClient, router: AnyRouter): void {
  followLaunches(router)
  morphCovers(router)
  // Versions before December 2026 stored a picture of the lobby here, up to 300 kB.
  browserStorage.remove('last-screen')
  followTimeZone()
  void followStoredWallet(queryClient).catch(() => undefined)
  void import('#queries/follow-balances.ts').then(
    ({ followBalances }) => followBalances(queryClient),
    () => undefined,
  )
  void import('#queries/follow-messages.ts').then(
    ({ followMessages }) => followMessages(queryClient),
    () => undefined,
  )
  // Who allows notifications on this visit does so on a page that follows them, too.
  if ('serviceWorker' in navigator && 'Notification' in window && Notification.permission === 'granted') {
    void import('#features/messages/notifications/follow-push.ts').then(
      ({ followPush }) => followPush(queryClient, (path) => router.history.push(path)),
      () => undefined,
    )
  }
  if (tabStorage.get(DEPOSITS_FOLLOWED_UNTIL) !== null) {
    void import('#app/follow-deposits.ts').then(
      ({ goOnFollowingDeposits }) => goOnFollowingDeposits(queryClient),
      () => undefined,
    )
  }
  if (tabStorage.get(WITHDRAWALS_FOLLOWED) !== null) {
    void Promise.all([import('#features/withdraw/progress/follow-withdrawals.ts'), loadTexts('money')]).then(
      ([{ followWithdrawals }]) => followWithdrawals(queryClient),
      () => undefined,
    )
  }
  const fetchAll = async () => {
    await Promise.all([
      queryClient.prefetchQuery(categoriesQuery),
      queryClient.prefetchQuery(providersQuery),
      queryClient.prefetchQuery(coinsQuery),
      queryClient.prefetchQuery(promotionsQuery),
      queryClient.prefetchQuery(configQuery),
    ])
    const config = queryClient.getQueryData(configQuery.queryKey)
    void cacheWalletCode({ hasRelay: hasWalletConnect(config), isPractice: config?.mode === 'practice' })
    // If the catalogue failed to load, its page offers to try again.
    if (queryClient.getQueryState(gamesQuery.queryKey)?.status === 'error') return
    const games = await queryClient.ensureQueryData(gamesQuery)
    void cacheLobbyImages(games.map(({ cover }) => cover))
    await new Promise<void>(whenIdle)
    await prefetchGames(
      queryClient,
      games.slice(0, GAMES_IN_FULL).map(({ slug }) => slug),
    )
  }
  void fetchAll().catch(() => undefined)
}

/** Concurrent callers share the request. No retries: each game's page can fetch its own answer. */
const gamesInFullQuery = { ...apiQuery(listGamesInFull), retry: false }

/** Fetches the games' pages with one request, for games whose answers are missing or old. */
async function prefetchGames(queryClient: QueryClient, slugs: readonly string[]): Promise<void> {
  const read = async (slug: string) => {
    const games = await queryClient.fetchQuery(gamesInFullQuery)
    return games.find((game) => game.slug === slug) ?? api.call(getGame, { params: { slug } })
  }
  await Promise.all(
    slugs.map((slug) => queryClient.prefetchQuery({ ...gameQuery(slug), queryFn: () => read(slug) })),
  )
}

/**
 * Reconnects the last visit's wallet and follows it. Without one, loads nothing until another tab connects a wallet.
 */
async function followStoredWallet(queryClient: QueryClient): Promise<void> {
  // Another tab may have connected a wallet since this page started.
  const isNone = walletState.session.status === 'disconnected' && readLastConnection() === null
  if (isNone) await untilOtherTabConnects()
  const [{ followWallet }, { followWalletNotices }] = await Promise.all([
    import('#features/wallet/connection/wallet.actions.ts'),
    import('#features/wallet/modal/wallet-notices.ts'),
    loadTexts('wallet'),
  ])
  offerPracticeWallet(queryClient)
  followWalletNotices(queryClient)
  followWallet(() => queryClient.ensureQueryData(configQuery))
}

function untilOtherTabConnects(): Promise<void> {
  return new Promise((resolve) => {
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key !== LAST_WALLET_KEY || newValue === null) return
      window.removeEventListener('storage', onStorage)
      resolve()
    }
    window.addEventListener('storage', onStorage)
  })
}
