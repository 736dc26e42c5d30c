import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { TransparencyPage } from '#features/transparency/TransparencyPage.tsx'
import { loadTexts } from '#i18n/i18n.ts'

export const Route = createFileRoute('/transparency')({
  loader: () => loadTexts('money'),
  component: TransparencyPage,
  staticData: { title: msg`Transparency` },
})
