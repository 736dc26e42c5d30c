import { Trans, useLingui } from '@lingui/react/macro'
import { CloudOff, Download, Ellipsis, EllipsisVertical, Rocket, Share, SquarePlus } from 'lucide-react'
import { useStore } from '#lib/use-store.ts'
import { Button } from '#ui/Button.tsx'
import { inlineIconClass } from '#ui/inline-icon-class.ts'
import { Note } from '#ui/Note.tsx'
import { NumberedList } from '#ui/NumberedList.tsx'
import { Text } from '#ui/Text.tsx'
import { KoiLogo } from '#ui/art/KoiLogo.tsx'
import { Overlay } from '#ui/dialog/Overlay.tsx'
import styles from './install-steps.module.css'
import type { InstallWay } from './install-way.ts'
import { askToInstall } from './install.actions.ts'
import { installState } from './install.state.ts'

interface InstallPanelProps {
  isOpen: boolean
  onClose: () => void
}

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

const icon = `${inlineIconClass} ${styles.icon}`

/** Manual steps for browsers without an install dialog, with icons that look like the browser's own. */
function InstallSteps({ way }: { way: InstallWay }) {
  switch (way) {
    case 'ios':
      return (
        <NumberedList>
          <Trans>
            Tap Share <Share aria-hidden size={18} className={icon} /> in the bar of the browser. In newer
            versions it is under <Ellipsis aria-hidden size={18} className={icon} />.
          </Trans>
          <Trans>
            Scroll down and choose “Add to Home Screen” <SquarePlus aria-hidden size={18} className={icon} />.
          </Trans>
          <Trans>Tap Add. Koi is now among your apps.</Trans>
        </NumberedList>
      )
    case 'macos':
      return (
        <NumberedList>
          <Trans>Open the File menu of Safari, or Share in its toolbar.</Trans>
          <Trans>Choose “Add to Dock”, then Add.</Trans>
        </NumberedList>
      )
    case 'android':
      return (
        <NumberedList>
          <Trans>
            Open the menu of the browser <EllipsisVertical aria-hidden size={18} className={icon} />.
          </Trans>
          <Trans>Choose “Add app to Home screen” or “Install”.</Trans>
        </NumberedList>
      )
    case 'menu':
      return (
        <NumberedList>
          <Trans>
            Open the menu of the browser <EllipsisVertical aria-hidden size={18} className={icon} />.
          </Trans>
          <Trans>
            Choose “Install Koi”, or “Add to Home screen”. If it is missing, Koi may be installed already.
          </Trans>
        </NumberedList>
      )
    case 'none':
      return (
        <Text tone="muted">
          <Trans>
            This browser does not install apps. Open this page in Chrome, Edge or Safari to install Koi.
          </Trans>
        </Text>
      )
  }
}
