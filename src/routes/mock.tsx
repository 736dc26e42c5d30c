import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { MockDemo } from '#features/labs/MockDemo.tsx'
import { loadTexts } from '#i18n/i18n.ts'

export const Route = createFileRoute('/mock')({
  loader: () => loadTexts('account'),
  component: MockDemo,
  staticData: { title: msg`Mock answers` },
})
