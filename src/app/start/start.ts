import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { QueryClient } from '@tanstack/react-query'
import type { AnyRoute } from '@tanstack/react-router'
import { connection, followConnection } from '#api/connection.ts'
import { afterFirstScreen, whenIdle } from '#app/first-screen.ts'
import { limitLoadingScreen } from '#app/loading-screen.ts'
import { preparePanel } from '#app/shell/panel-components.ts'
import { getHealth } from '#contract/health.ts'
import { savesData } from '#features/install/saves-data.ts'
import { followMissingChunks } from '#features/install/update/chunk-recovery.ts'
import { followLanguage, preferredLocale } from '#features/settings/locale.actions.ts'
import { followTheme } from '#features/settings/theme.actions.ts'
import { activateLocale } from '#i18n/i18n.ts'
import { prepareFormats } from '#i18n/use-format.ts'
import { durableStorage } from '#lib/durable-storage.ts'
import { awaitFirstPaint, tellFirstPaint, untilFirstPaint } from '#lib/first-paint.ts'
import { isWide } from '#lib/use-is-wide.ts'
import { readAccessToken } from '#session/access-token.ts'
import { api, apiNotices } from '#session/api.ts'
import { guardStrayTaps } from '#ui/stray-taps.ts'
import { accountOwner, beginFollowingAccount } from './account.ts'
import { createQueryClient, followConnectionInQueries } from './query-client.ts'
import { createQueryPersistence } from './query-persistence.ts'
import { readAhead } from './read-ahead.ts'
import { createAppRouter } from './router.tsx'

/** Panels that are opened from the bars: with their code here they open at once. */
const PANELS_AHEAD = ['wallet', 'menu', 'account', 'update'] as const
/** So long the first render waits for answers on their way; longer, and the player sees the page without them. */
const ANSWERS_WITHIN_MS = 100
/** What waits for the first paint waits no longer. */
const FIRST_PAINT_WITHIN_MS = 4_000

/** Does what must be done before the first render, and returns what may be done after it. */
export async function startApp() {
  const queryClient = createQueryClient()
  const router = createAppRouter(queryClient)
  const persistence = createQueryPersistence(queryClient, readAhead(durableStorage), accountOwner)

  awaitFirstPaint()
  limitLoadingScreen()
  followTheme()
  followLanguage()
  followConnectionInQueries()
  followApiNotices()
  beginFollowingAccount(router, persistence.forgetAccount)
  followMissingChunks()
  guardStrayTaps()

  const locale = preferredLocale()
  // The page's own code is fetched while stored answers are read; a failure shows up when it renders.
  const pageCode = Promise.allSettled(
    router.matchRoutes(router.latestLocation).map(async ({ routeId }) => {
      const route: AnyRoute | undefined = router.routesById[routeId as keyof typeof router.routesById]
      if (route) await router.loadRouteChunk(route)
    }),
  )
  const wideCode = isWide()
    ? Promise.allSettled([
        import('#app/shell/SideRail.tsx'),
        import('#features/games/browse/GameSearchField.tsx'),
        import('#features/games/lobby/FairnessCard.tsx'),
      ])
    : undefined
  const bannerCode =
    connection.get() === 'online'
      ? undefined
      : import('#features/install/ConnectionBanner.tsx').catch(() => undefined)
  setTimeout(() => prepareFormats(locale))
  await Promise.all([activateLocale(locale), persistence.restore(), pageCode, wideCode, bannerCode])
  // Loaded before it is mounted, the page is part of the first render.
  await router.load()
  // Answers that are about to arrive save the page from being laid out twice, first without them.
  await Promise.race([whenFetched(queryClient), delay(ANSWERS_WITHIN_MS)])

  return {
    router,
    queryClient,
    afterFirstRender() {
      // The shell tells of it; where something fails before, nobody would.
      setTimeout(tellFirstPaint, FIRST_PAINT_WITHIN_MS)
      // Before anything else that comes later: what the player does next may take away what has the focus.
      void import('#ui/dialog/keep-focus.ts').then(
        ({ keepFocus }) => keepFocus(),
        () => undefined,
      )
      persistence.follow()
      void untilFirstPaint().then(() =>
        followConnection(() =>
          api.call(getHealth).then(
            () => true,
            () => false,
          ),
        ),
      )
      whenIdle(followInstalling)
      afterFirstScreen(async () => {
        // First of all: the player may tap on them next.
        await Promise.all(PANELS_AHEAD.slice(savesData() ? -1 : 0).map(preparePanel))
        whenIdle(() => void followUp(queryClient))
      })
    },
  }
}

/** Not in the first load: its card stands below the games. */
async function followInstalling(): Promise<void> {
  const { followInstall } = await import('#features/install/install.actions.ts').catch(() => ({
    followInstall: undefined,
  }))
  followInstall?.()
}

/** What serves the next visit, code included; without it this visit is none the worse. */
async function followUp(queryClient: QueryClient): Promise<void> {
  try {
    const [{ warmUp }, { followUpdates }] = await Promise.all([
      import('./warm-up.ts'),
      import('#features/install/update/update.actions.ts'),
    ])
    followUpdates()
    warmUp(queryClient)
  } catch {
    // The server is gone, and nothing of this is in the cache.
  }
}

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Resolves as soon as no query is being fetched that has nothing to show yet. */
function whenFetched(queryClient: QueryClient): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (queryClient.isFetching({ predicate: ({ state }) => state.data === undefined }) > 0) return
      unsubscribe()
      resolve()
    }
    const unsubscribe = queryClient.getQueryCache().subscribe(check)
    check()
  })
}

/** Shows refusals of the API as toasts, whoever made the call; the caller gets the error all the same. */
function followApiNotices(): void {
  apiNotices.onForbidden = (message) => {
    tell(message || i18n._(msg`You are not allowed to do this`))
  }
  apiNotices.onDeadToken = (token) => {
    // Whoever has logged out, or closed the account, is not told so by what was still on its way.
    if (readAccessToken() !== token) return
    void import('#session/user.actions.ts').then(
      ({ dropToken }) => dropToken(token),
      () => undefined,
    )
    tell(i18n._(msg`Authorization verification failed`))
  }
}

/** Not in the first load: most visits are refused nothing. */
function tell(message: string): void {
  void import('#ui/toast.ts').then(
    ({ toast }) => toast({ message, tone: 'danger' }),
    () => undefined,
  )
}
