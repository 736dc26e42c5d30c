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
 * Not in the first load: a phone never shows it. `startApp` has it there for the first screen of others. A screen that
 * becomes wide without the server keeps the bar of narrow ones.
 */
const SideRail = lazyOptional(() => import('./SideRail.tsx').then((module) => module.SideRail), BarOfPage)

/** Not in the first load: it speaks up later, and without it the page works. */
const Toaster = lazyOptional(() => import('#ui/Toaster.tsx').then((module) => module.Toaster))

/** Not in the first load: most visits never see it. `startApp` has it there for a start without the server. */
const ConnectionBanner = lazyOptional(() =>
  import('#features/install/ConnectionBanner.tsx').then((module) => module.ConnectionBanner),
)

const useHasTabBar = () => useMatches({ select: (matches) => matches.at(-1)?.staticData.tabBar === true })

/** The bar of narrow screens; other pages have the back arrow. */
function BarOfPage() {
  return useHasTabBar() ? <TabBar /> : null
}

/** To the button itself: the next key presses it. */
function skipToBet(event: MouseEvent): void {
  const bet = document.querySelector<HTMLElement>('#bet :is(button, a)')
  if (!bet) return
  event.preventDefault()
  bet.focus()
}

/** The frame around every page. */
export function Shell() {
  const hasTabBar = useHasTabBar()
  const isPlay = useMatches({ select: (matches) => matches.at(-1)?.staticData.playBalance === true })
  const isWide = useIsWide()
  useEffect(() => {
    removeLoadingScreen()
    tellFirstPaint()
  }, [])
  return (
    <div className={styles.shell} data-tab-bar={hasTabBar || undefined}>
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

/** Tells a screen reader which page it is on now, and moves keyboard focus to it after a navigation. */
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
