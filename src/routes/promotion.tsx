import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { usePanel } from '#app/panels.ts'
import { gamesQuery } from '#features/games/games.queries.ts'
import { GameShelf } from '#features/games/GameShelf.tsx'
import { gamesInCategory } from '#features/games/home-rows.ts'
import { PromotionPage } from '#features/promotions/PromotionPage.tsx'
import { PromotionSearchSchema, type PromotionTab } from '#features/promotions/promotion-search.ts'

export const Route = createFileRoute('/promotion')({
  validateSearch: PromotionSearchSchema,
  component: Promotion,
  staticData: { title: msg`Promotions`, tabBar: true, tab: 'promotion' },
})

function Promotion() {
  const { t } = useLingui()
  const { tab = 'offers' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { open } = usePanel()
  const { data: games, isLoading } = useQuery(gamesQuery)
  const shown = games ? gamesInCategory(games, 'trending') : isLoading ? undefined : []
  const choose = (next: PromotionTab) =>
    void navigate({ search: (previous) => ({ ...previous, tab: next }), replace: true, resetScroll: false })
  const trending = <GameShelf title={t`Trending now`} games={shown} seeAll={{ category: 'trending' }} />
  return <PromotionPage tab={tab} onTab={choose} onOpenDeposit={() => open('deposit')} trending={trending} />
}
