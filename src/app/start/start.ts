import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { QueryClient } from '@tanstack/react-query'
import type { AnyRoute, AnyRouter } from '@tanstack/react-router'
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
import { createQueryPersistence, readAhead } from './query-persistence.ts'
import { createAppRouter } from './router.tsx'

/** Loaded early, so that the bars open these panels at once. */
const PANELS_AHEAD = ['wallet', 'menu', 'account', 'update'] as const
/** The first render waits this long for pending answers, then continues without them. */
const ANSWERS_WITHIN_MS = 100
/** Upper limit for code that waits for the first paint. */
const FIRST_PAINT_WITHIN_MS = 4_000

/** Resolves before the first render, with a function to call after it. */
export async function startApp() {
  const queryClient = createQueryClient()
  const router = createAppRouter(queryClient)
  const persistence = createQueryPersistence(queryClient, readAhead(durableStorage), accountOwner)

  awaitFirstPaint()
  limitLoadingScreen()
  followTheme()
  followLanguage()
  followConnectionInQueries(queryClient)
  followApiNotices()
  beginFollowingAccount(router, persistence.forgetAccount)
  followMissingChunks()
  guardStrayTaps()

  const locale = preferredLocale()
  // Load the page's code while stored answers are read; the render shows a failure.
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
      ])
    : undefined
  const bannerCode =
    connection.get() === 'online'
      ? undefined
      : import('#features/install/ConnectionBanner.tsx').catch(() => undefined)
  setTimeout(() => prepareFormats(locale))
  await Promise.all([activateLocale(locale), persistence.restore(), pageCode, wideCode, bannerCode])
  // Load the page before mounting, so that it is part of the first render.
  await router.load()
  // Answers that are about to arrive spare a second layout.
  await Promise.race([whenFetched(queryClient), delay(ANSWERS_WITHIN_MS)])

  return {
    router,
    queryClient,
    afterFirstRender() {
      // The shell reports the first paint; after a failure it could not.
      setTimeout(tellFirstPaint, FIRST_PAINT_WITHIN_MS)
      // Before everything else that comes later: the player's next action may remove the focused element.
      void import('#ui/dialog/keep-focus.ts').then(
        ({ keepFocus }) => keepFocus(),
        () => undefined,
      )
      persistence.follow()
      void untilFirstPaint().then(() =>
        followConnection(() =>
          api.call(getHealth).then(
            () => 'online',
            ({ kind }) => (kind === 'timeout' ? 'slow' : 'offline'),
          ),
        ),
      )
      whenIdle(followInstalling)
      afterFirstScreen(async () => {
        // First, because the player may tap them next.
        await Promise.all(PANELS_AHEAD.slice(savesData() ? -1 : 0).map(preparePanel))
        whenIdle(() => void followUp(queryClient, router))
      })
    },
  }
}

/** Not in the first load: its card is below the games. */
async function followInstalling(): Promise<void> {
  const { followInstall } = await import('#features/install/install.actions.ts').catch(() => ({
    followInstall: undefined,
  }))
  followInstall?.()
}

/** Prepares the next visit; this visit works without it. */
async function followUp(queryClient: QueryClient, router: AnyRouter): Promise<void> {
  try {
    const [{ warmUp }, { followUpdates }] = await Promise.all([
      import('./warm-up.ts'),
      import('#features/install/update/update.actions.ts'),
    ])
    followUpdates()
    warmUp(queryClient, router)
  } catch {
    // The server is gone, and the code is not in the cache.
  }
}

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Resolves when no query without data is loading. */
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

/** Shows refusals of the API as toasts for every call; the caller gets the error, too. */
function followApiNotices(): void {
  apiNotices.onForbidden = (message) => {
    tell(message || i18n._(msg`You are not allowed to do this`))
  }
  apiNotices.onDeadToken = (token) => {
    // Not after a log-out or the closing of the account, for a call that was still pending.
    if (readAccessToken() !== token) return
    void import('#session/user.actions.ts').then(
      ({ dropToken }) => dropToken(token),
      () => undefined,
    )
    tell(i18n._(msg`Authorization verification failed`))
  }
}

/** Not in the first load: most visits have no refusals. */
function tell(message: string): void {
  void import('#ui/toast.ts').then(
    ({ toast }) => toast({ message, tone: 'danger' }),
    () => undefined,
  )
}
