import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { RewardsPage } from '#features/rewards/RewardsPage.tsx'

export const Route = createFileRoute('/rewards')({
  component: RewardsPage,
  staticData: { title: msg`Rewards`, tabBar: true, tab: 'gift' },
})
