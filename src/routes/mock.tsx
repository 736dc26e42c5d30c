import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { MockDemo } from '#features/labs/MockDemo.tsx'

export const Route = createFileRoute('/mock')({
  component: MockDemo,
  staticData: { title: msg`Mock answers` },
})
