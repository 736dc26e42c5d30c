import { Trans, useLingui } from '@lingui/react/macro'
import { Outlet, useRouter } from '@tanstack/react-router'
import { Menu as MenuIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { connection } from '#api/connection.ts'
import { useIsWide } from '#lib/use-is-wide.ts'
import { useStore } from '#lib/use-store.ts'
import { PageLink } from '#operator/parts/PageLink.tsx'
import { Wordmark } from '#ui/art/Wordmark.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Divider } from '#ui/Divider.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Toaster } from '#ui/Toaster.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { consoleClass } from '#ui/console/console-class.ts'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { shellClass } from '#ui/shell/shell-class.ts'
import { AppearancePart } from './AppearancePart.tsx'
import { Menu } from './Menu.tsx'
import { SessionPart } from './SessionPart.tsx'

export function Shell() {
  const isWide = useIsWide()
  return (
    <div className={consoleClass.shell}>
      <a className={shellClass.skipLink} href="#main">
        <Trans>Skip to content</Trans>
      </a>
      {isWide ? <SideBar /> : <TopBar />}
      <main id="main" tabIndex={-1} className={consoleClass.main}>
        <ConnectionLine />
        <Outlet />
      </main>
      <Toaster />
      <Announcer />
    </div>
  )
}

function Brand() {
  const { t } = useLingui()
  return (
    <PageLink to="/" className="inline-flex items-center gap-2 min-h-10 px-2" aria-label={t`Koi, to today`}>
      <Wordmark size={26} />
      <Badge>
        <Trans>Operator</Trans>
      </Badge>
    </PageLink>
  )
}

function SideBar() {
  return (
    <header className={consoleClass.side}>
      <Brand />
      <Menu />
      <div className="flex-1" />
      <AppearancePart />
      <Divider />
      <SessionPart />
    </header>
  )
}

function TopBar() {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <header className={consoleClass.bar}>
      <IconButton label={t`Menu`} variant="plain" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <MenuIcon aria-hidden size={21} />
      </IconButton>
      <Brand />
      <Overlay open={isOpen} onClose={close} placement="left" title={t`Menu`}>
        <div className="grid gap-5 px-3 pb-5">
          <Menu onChosen={close} />
          <AppearancePart />
          <Divider />
          <SessionPart />
        </div>
      </Overlay>
    </header>
  )
}

/** Figures on the screen may be old without the server. */
function ConnectionLine() {
  const state = useStore(connection)
  if (state === 'online') return null
  return (
    <div className="pb-4">
      <Banner tone="offline" inset>
        {state === 'offline' ? (
          <Trans>The server cannot be reached. What you see may be old; nothing can be changed now.</Trans>
        ) : (
          <Trans>The server answers slowly. What you see may be old.</Trans>
        )}
      </Banner>
    </div>
  )
}

/** Tells screen readers which page has opened, and moves the keyboard there. */
function Announcer() {
  const router = useRouter()
  const [announced, setAnnounced] = useState('')
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
