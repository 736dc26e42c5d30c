import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { NotificationSettings } from '#features/messages/notifications/NotificationSettings.tsx'
import { PageFrame } from '#ui/PageFrame.tsx'
import { sectionLinkClass } from '#ui/section-link-class.ts'
import { AccountGate } from './AccountGate.tsx'

export function NotificationsScreen() {
  const { t } = useLingui()
  return (
    <AccountGate title={t`Notifications`}>
      <PageFrame
        title={<Trans>Notifications</Trans>}
        parent={
          <Link to="/messages" className={sectionLinkClass}>
            <ChevronLeft aria-hidden size={16} />
            <Trans>Messages</Trans>
          </Link>
        }
      >
        <NotificationSettings />
      </PageFrame>
    </AccountGate>
  )
}
