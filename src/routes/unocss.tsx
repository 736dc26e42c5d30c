import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { Gallery } from '#features/labs/Gallery.tsx'
import { loadTexts } from '#i18n/i18n.ts'

export const Route = createFileRoute('/unocss')({
  // The gallery's form parts have texts from `account`.
  loader: () => loadTexts('account'),
  component: Gallery,
  staticData: { title: msg`Design tokens and parts` },
})
