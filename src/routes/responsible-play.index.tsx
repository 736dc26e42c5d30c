import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ResponsiblePlayPage } from '#features/responsible-play/ResponsiblePlayPage.tsx'
import { loadTexts } from '#i18n/i18n.ts'

export const Route = createFileRoute('/responsible-play/')({
  loader: () => loadTexts('account'),
  component: ResponsiblePlayPage,
  staticData: { title: msg`Responsible play` },
})
