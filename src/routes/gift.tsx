import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { GiftPage } from '#features/gift/GiftPage.tsx'

export const Route = createFileRoute('/gift')({
  component: GiftPage,
  staticData: { title: msg`Gift`, tabBar: true, tab: 'gift' },
})
