import { Trans } from '@lingui/react/macro'
import { useMatches, useRouter } from '@tanstack/react-router'
import { type MouseEvent, Suspense, useEffect, useState } from 'react'
import { KeepAliveOutlet } from '#app/keep-alive/KeepAliveOutlet.tsx'
import { removeLoadingScreen } from '#app/loading-screen.ts'
import { useDocumentTitle, useRouteTitle } from '#app/use-page-title.ts'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { PanelHost } from './PanelHost.tsx'
import { TabBar } from './TabBar.tsx'
import { TopBar } from './TopBar.tsx'
import { connection } from '#api/connection.ts'
import { AfterFirstPaint } from '#lib/AfterFirstPaint.tsx'
import { tellFirstPaint } from '#lib/first-paint.ts'
import { lazyOptional } from '#lib/lazy-optional.tsx'
import { useIsWide } from '#lib/use-is-wide.ts'
import { shellClass } from '#ui/shell/shell-class.ts'
import styles from './shell.module.css'

/**
 * Not in the first load, because phones never show it; on wide screens `startApp` loads it for the first screen. If a
 * screen becomes wide while offline, the narrow bar stays.
 */
const SideRail = lazyOptional(() => import('./SideRail.tsx').then((module) => module.SideRail), BarOfPage)

/** Not in the first load: needed later, and the page works without it. */
const Toaster = lazyOptional(() => import('#ui/Toaster.tsx').then((module) => module.Toaster))

/** Not in the first load: most visits never need it. `startApp` loads it early for a start without the server. */
const ConnectionBanner = lazyOptional(() =>
  import('#features/install/ConnectionBanner.tsx').then((module) => module.ConnectionBanner),
)

const useHasTabBar = () => useMatches({ select: (matches) => matches.at(-1)?.staticData.tabBar === true })

/** The bottom bar of narrow screens; pages without it have the back arrow. */
function BarOfPage() {
  return useHasTabBar() ? <TabBar /> : null
}

/** Focus the button itself, so that the next key press activates it. */
function skipToBet(event: MouseEvent): void {
  const bet = document.querySelector<HTMLElement>('#bet :is(button, a)')
  if (!bet) return
  event.preventDefault()
  bet.focus()
}

export function Shell() {
  const hasTabBar = useHasTabBar()
  const isPlay = useMatches({ select: (matches) => matches.at(-1)?.staticData.playBalance === true })
  const isWide = useIsWide()
  useEffect(() => {
    removeLoadingScreen()
    tellFirstPaint()
  }, [])
  return (
    <div className={styles.shell} data-tab-bar={hasTabBar || undefined} data-play={isPlay || undefined}>
      <a className={shellClass.skipLink} href="#main">
        <Trans>Skip to content</Trans>
      </a>
      {isPlay ? (
        <a className={shellClass.skipLink} href="#bet" onClick={skipToBet}>
          <Trans>Skip to the bet</Trans>
        </a>
      ) : null}
      {isWide ? (
        <Suspense fallback={<div className={shellClass.rail} />}>
          <SideRail />
        </Suspense>
      ) : null}
      <TopBar hasBackArrow={!hasTabBar} hasBalance={!isPlay} isWide={isWide} />
      <div className={styles.column}>
        <AfterFirstPaint isNeeded={connection.get() !== 'online'}>
          <Suspense>
            <ConnectionBanner />
          </Suspense>
        </AfterFirstPaint>
        <main id="main" tabIndex={-1} className={styles.main}>
          <KeepAliveOutlet />
        </main>
      </div>
      {isWide ? null : <BarOfPage />}
      <PanelHost />
      <AfterFirstPaint>
        <Suspense>
          <Toaster />
        </Suspense>
      </AfterFirstPaint>
      <RouteAnnouncer />
    </div>
  )
}

/** After a navigation, announces the page's name to screen readers and moves the keyboard focus to the page. */
function RouteAnnouncer() {
  const router = useRouter()
  const title = useRouteTitle()
  const [announced, setAnnounced] = useState('')
  useDocumentTitle(title)

  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return
        setAnnounced(document.title)
        document.getElementById('main')?.focus({ preventScroll: true })
      }),
    [router],
  )
  return (
    <VisuallyHidden>
      <span aria-live="polite">{announced}</span>
    </VisuallyHidden>
  )
}
