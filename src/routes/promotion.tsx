import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { usePanel } from '#app/panels.ts'
import { TrendingShelf } from '#features/games/lobby/TrendingShelf.tsx'
import { PromotionPage } from '#features/promotions/PromotionPage.tsx'
import { PromotionSearchSchema, type PromotionTab } from '#features/promotions/promotion-search.ts'
import { ReferralPanel } from '#features/referral/ReferralPanel.tsx'
import { loadTexts } from '#i18n/i18n.ts'

export const Route = createFileRoute('/promotion')({
  validateSearch: PromotionSearchSchema,
  loaderDeps: ({ search: { tab } }) => ({ tab }),
  loader: ({ deps: { tab } }) => (tab === 'referral' ? loadTexts('account') : undefined),
  component: Promotion,
  staticData: { title: msg`Promotions`, tabBar: true, tab: 'promotion' },
})

function Promotion() {
  const { tab = 'offers' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { open } = usePanel()
  const choose = (next: PromotionTab) =>
    void navigate({ search: (previous) => ({ ...previous, tab: next }), replace: true, resetScroll: false })
  const page = { tab, onTab: choose, onOpenDeposit: () => open('deposit'), referral: <ReferralPanel /> }
  return <PromotionPage {...page} trending={<TrendingShelf />} />
}
