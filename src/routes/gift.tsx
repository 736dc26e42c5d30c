import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { GiftCodePart } from '#app/GiftCodePart.tsx'
import { GiftFreeRounds } from '#app/GiftFreeRounds.tsx'
import { GiftWheelPart } from '#app/GiftWheelPart.tsx'
import { CategoryShelf } from '#features/games/lobby/CategoryShelf.tsx'
import { giftSearch } from '#features/gift/gift-search.ts'
import { GiftPage } from '#features/gift/GiftPage.tsx'

export const Route = createFileRoute('/gift')({
  validateSearch: giftSearch,
  component: Gift,
  staticData: { title: msg`Gift`, tabBar: true, tab: 'gift' },
})

function Gift() {
  const { t } = useLingui()
  const { code } = Route.useSearch()
  return (
    <GiftPage
      wheel={<GiftWheelPart />}
      codeForm={<GiftCodePart code={code} />}
      freeRounds={<GiftFreeRounds />}
      newReleases={<CategoryShelf title={t`New releases`} category="new" isNewestFirst />}
    />
  )
}
