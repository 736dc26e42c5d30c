import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ProfilePage } from '#features/account/ProfilePage.tsx'

export const Route = createFileRoute('/profile')({
  component: ProfilePage,
  staticData: { title: msg`Profile`, tabBar: true, tab: 'accout' },
})
