import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { BonusSection } from '#features/bonus/BonusSection.tsx'
import { rewardsSearch } from '#features/bonus/rewards-search.ts'
import { RewardsPage } from '#features/rewards/RewardsPage.tsx'
import { loadTexts } from '#i18n/i18n.ts'

export const Route = createFileRoute('/rewards')({
  validateSearch: rewardsSearch,
  loader: () => loadTexts('money'),
  component: () => <RewardsPage bonuses={<BonusSection />} />,
  staticData: { title: msg`Rewards`, tabBar: true, tab: 'gift' },
})
