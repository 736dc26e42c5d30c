import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { durableStorage } from '#lib/durable-storage.ts'
import { useStore } from '#lib/use-store.ts'
import { Banner } from '#ui/Banner.tsx'
import { Button } from '#ui/Button.tsx'
import { Text } from '#ui/Text.tsx'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { textLinkClass } from '#ui/text-link-class.ts'
import { toast } from '#ui/toast.ts'

interface StorageControlsProps {
  facts: ReactNode
  onClear: () => void
}

/** Clearing asks for confirmation first. */
export function StorageControls({ facts, onClear }: StorageControlsProps) {
  const { t } = useLingui()
  const health = useStore(durableStorage.health)
  const confirmation = useClearConfirmation()
  const clear = () => {
    onClear()
    confirmation.close()
    toast({ message: t`Saved data cleared`, tone: 'success' })
  }
  return (
    <>
      {health === 'memory' ? (
        <Banner inset tone="warning">
          <Trans>This browser does not let Koi save data. Everything is lost when you close the page.</Trans>
        </Banner>
      ) : null}
      {facts}
      <Text size={3} tone="muted">
        <Trans>
          Games, coins and promotions are kept for 24 hours, so Koi opens offline. Your favourites and
          recently opened games are kept until you clear them.
        </Trans>
      </Text>
      <Text size={3} tone="muted">
        <Trans>
          Demo bets and seeds are kept until you clear them in the{' '}
          <Link to="/history" className={textLinkClass}>
            history
          </Link>
          .
        </Trans>
      </Text>
      <div>
        <Button variant="secondary" aria-haspopup="dialog" onClick={confirmation.open}>
          <Trans>Clear saved data</Trans>
        </Button>
      </div>
      <Overlay
        open={confirmation.isOpen}
        onClose={confirmation.close}
        placement="bottom"
        title={t`Clear saved data?`}
        footer={
          <div className="grid grid-cols-2 gap-2.5">
            <Button variant="secondary" onClick={confirmation.close}>
              <Trans>Keep it</Trans>
            </Button>
            <Button variant="danger" onClick={clear}>
              <Trans>Clear</Trans>
            </Button>
          </div>
        }
      >
        <Text tone="muted">
          <Trans>
            This deletes your favourites, your recently opened games and what is saved for offline. Language
            and theme stay. Koi fetches games again when you are online.
          </Trans>
        </Text>
      </Overlay>
    </>
  )
}

/** The question is in the URL, so that the phone's back button closes it. */
function useClearConfirmation() {
  const isOpen = useSearch({ strict: false, select: (search) => search.confirm === 'clear' })
  const navigate = useNavigate()
  const router = useRouter()
  return {
    isOpen,
    open: () =>
      void navigate({
        to: '/settings',
        search: (previous) => ({ ...previous, confirm: 'clear' }),
        state: (previous) => ({ ...previous, openedPanel: true }),
        resetScroll: false,
      }),
    close: () => {
      if (router.state.location.search.confirm === undefined) return
      if (router.state.location.state.openedPanel) router.history.back()
      else
        void navigate({
          to: '/settings',
          search: ({ confirm: _, ...rest }) => rest,
          replace: true,
          resetScroll: false,
        })
    },
  }
}
