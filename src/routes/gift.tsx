import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { CategoryShelf } from '#features/games/lobby/CategoryShelf.tsx'
import { GiftPage } from '#features/gift/GiftPage.tsx'

export const Route = createFileRoute('/gift')({
  component: Gift,
  staticData: { title: msg`Gift`, tabBar: true, tab: 'gift' },
})

function Gift() {
  const { t } = useLingui()
  return <GiftPage newReleases={<CategoryShelf title={t`New releases`} category="new" isNewestFirst />} />
}
