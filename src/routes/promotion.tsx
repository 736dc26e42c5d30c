import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { PromotionPage } from '#features/promotions/PromotionPage.tsx'
import { PromotionSearchSchema } from '#features/promotions/promotion-search.ts'

export const Route = createFileRoute('/promotion')({
  validateSearch: PromotionSearchSchema,
  component: PromotionPage,
  staticData: { title: msg`Promotions`, tabBar: true, tab: 'promotion' },
})
