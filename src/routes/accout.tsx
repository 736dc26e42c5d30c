import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { AccoutPage } from '#features/account/AccoutPage.tsx'

export const Route = createFileRoute('/accout')({
  component: AccoutPage,
  staticData: { title: msg`Account`, tabBar: true, tab: 'accout' },
})
