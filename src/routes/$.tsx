import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { NotFoundPage } from '#app/NotFoundPage.tsx'

export const Route = createFileRoute('/$')({
  component: NotFoundPage,
  staticData: { title: msg`Page not found` },
})
