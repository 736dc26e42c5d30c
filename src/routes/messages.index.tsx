import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { MessagesScreen } from '#app/MessagesScreen.tsx'
import { loadTexts } from '#i18n/i18n.ts'

export const Route = createFileRoute('/messages/')({
  loader: () => loadTexts('account'),
  component: MessagesScreen,
  staticData: { title: msg`Messages` },
})
