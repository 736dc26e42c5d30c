import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useStore } from '#lib/use-store.ts'
import { KoiLogo } from '#ui/art/KoiLogo.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Text } from '#ui/Text.tsx'
import { askToInstall, dismissInstallCard } from './install.actions.ts'
import { installState, isInstallCardDismissed } from './install.state.ts'

/**
 * Offers the installation below the games, where nothing moves when the card appears. Not shown if the browser cannot
 * install, if Koi is installed, or after the player dismissed it.
 */
export function InstallCard() {
  const { t } = useLingui()
  const state = useStore(installState)
  const isCardDismissed = useStore(isInstallCardDismissed)
  const canInstall =
    state.status === 'offered' ||
    state.status === 'asking' ||
    (state.status === 'manual' && (state.way === 'ios' || state.way === 'macos' || state.way === 'android'))
  if (!canInstall || isCardDismissed) return null
  return (
    <Card as="section" tone="pond" aria-label={t`Install Koi`} className="flex items-center gap-3">
      <KoiLogo size={44} />
      <div className="grid flex-1 min-w-0">
        <Text weight={750}>
          <Trans>Take Koi with you</Trans>
        </Text>
        <Text size={3} tone="muted">
          <Trans>Install it. It opens at once, even offline.</Trans>
        </Text>
      </div>
      {state.status === 'manual' ? (
        <Link
          to="."
          search={(previous) => ({ ...previous, panel: 'install' })}
          resetScroll={false}
          className={buttonClass({ variant: 'secondary', size: 'sm' })}
        >
          <Trans>How</Trans>
        </Link>
      ) : (
        <Button
          variant="secondary"
          size="sm"
          loading={state.status === 'asking'}
          onClick={() => void askToInstall()}
        >
          <Trans>Install</Trans>
        </Button>
      )}
      <IconButton variant="plain" label={t`Dismiss`} onClick={dismissInstallCard}>
        <X aria-hidden size={19} />
      </IconButton>
    </Card>
  )
}
