import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { NotificationsScreen } from '#app/NotificationsScreen.tsx'
import { loadTexts } from '#i18n/i18n.ts'

export const Route = createFileRoute('/messages/notifications')({
  loader: () => loadTexts('account'),
  component: NotificationsScreen,
  staticData: { title: msg`Notifications` },
})
