import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { Gallery } from '#features/labs/Gallery.tsx'

export const Route = createFileRoute('/unocss')({
  component: Gallery,
  staticData: { title: msg`Design tokens and parts` },
})
