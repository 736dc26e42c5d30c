import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { KeepAliveDemo } from '#features/labs/KeepAliveDemo.tsx'

export const Route = createFileRoute('/keepalive')({
  component: KeepAliveDemo,
  staticData: { title: msg`Kept alive`, keepAlive: true },
})
