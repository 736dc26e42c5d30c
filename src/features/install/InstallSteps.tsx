import { Trans } from '@lingui/react/macro'
import { Ellipsis, EllipsisVertical, Share, SquarePlus } from 'lucide-react'
import { inlineIconClass } from '#ui/inline-icon-class.ts'
import { NumberedList } from '#ui/NumberedList.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './install-steps.module.css'
import type { InstallWay } from './install-way.ts'

const icon = `${inlineIconClass} ${styles.icon}`

/** How to install by hand where the browser offers no button. The icons are drawn as the browser draws them. */
export function InstallSteps({ way }: { way: InstallWay }) {
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
