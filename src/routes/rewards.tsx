import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { BonusSection } from '#features/bonus/BonusSection.tsx'
import { RewardsPage } from '#features/rewards/RewardsPage.tsx'
import { loadTexts } from '#i18n/i18n.ts'

/** Id of the bonus that the player may give up. No schema, because this is in the first load. */
const rewardsSearch = ({ bonus }: { readonly bonus?: unknown }): { bonus?: string } =>
  /^\d+$/.test(String(bonus)) ? { bonus: String(bonus) } : {}

export const Route = createFileRoute('/rewards')({
  validateSearch: rewardsSearch,
  loader: () => loadTexts('money'),
  component: () => <RewardsPage bonuses={<BonusSection />} />,
  staticData: { title: msg`Rewards`, tabBar: true, tab: 'gift' },
})
