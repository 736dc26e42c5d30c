import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LanguagePage } from '#features/settings/LanguagePage.tsx'

export const Route = createFileRoute('/language')({
  component: LanguagePage,
  staticData: { title: msg`Language` },
})
