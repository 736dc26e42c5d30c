import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ScrollCacheDemo } from '#features/labs/ScrollCacheDemo.tsx'

export const Route = createFileRoute('/scroll-cache')({
  component: ScrollCacheDemo,
  staticData: { title: msg`Kept scroll position`, keepAlive: true },
})
