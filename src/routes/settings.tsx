import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { SettingsPage } from '#features/settings/SettingsPage.tsx'

export const Route = createFileRoute('/settings')({
  component: SettingsPage,
  staticData: { title: msg`Settings`, tabBar: true, tab: 'accout' },
})
