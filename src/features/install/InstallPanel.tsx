import { Trans, useLingui } from '@lingui/react/macro'
import { CloudOff, Download, Rocket } from 'lucide-react'
import { useStore } from '#lib/use-store.ts'
import { Button } from '#ui/Button.tsx'
import { Note } from '#ui/Note.tsx'
import { Text } from '#ui/Text.tsx'
import { KoiLogo } from '#ui/art/KoiLogo.tsx'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import { InstallSteps } from './InstallSteps.tsx'
import { askToInstall } from './install.actions.ts'
import { installState } from './install.state.ts'

interface InstallPanelProps {
  isOpen: boolean
  onClose: () => void
}

/** What installing brings, and how it is done in this browser. */
export function InstallPanel({ isOpen, onClose }: InstallPanelProps) {
  const { t } = useLingui()
  const state = useStore(installState)
  const isInstalled = state.status === 'installed'
  return (
    <Overlay open={isOpen} onClose={onClose} placement="bottom" title={t`Install Koi`}>
      <div className="grid gap-5 pb-2">
        <div className="flex items-center gap-4">
          <KoiLogo size={56} />
          <Text tone="muted">
            {isInstalled ? (
              <Trans>Koi is installed. Find it among your apps and open it from there.</Trans>
            ) : (
              <Trans>Keep Koi with your other apps. It takes less than 1 MB.</Trans>
            )}
          </Text>
        </div>
        {isInstalled ? null : (
          <>
            <div className="grid gap-2">
              <Note icon={<Rocket aria-hidden size={17} />}>
                <Trans>Opens at once, in its own window.</Trans>
              </Note>
              <Note icon={<CloudOff aria-hidden size={17} />}>
                <Trans>Works without a connection: menus, games and coins as you last saw them.</Trans>
              </Note>
            </div>
            {state.status === 'manual' ? (
              <InstallSteps way={state.way} />
            ) : (
              <Button
                block
                icon={<Download aria-hidden size={20} />}
                loading={state.status === 'asking'}
                onClick={() => void askToInstall()}
              >
                <Trans>Install</Trans>
              </Button>
            )}
          </>
        )}
      </div>
    </Overlay>
  )
}
