import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { CounterDemo } from '#features/labs/CounterDemo.tsx'

export const Route = createFileRoute('/counter')({
  component: CounterDemo,
  staticData: { title: msg`Counter` },
})
