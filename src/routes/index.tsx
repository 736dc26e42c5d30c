import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { HomePage } from '#features/games/HomePage.tsx'

export const Route = createFileRoute('/')({
  component: HomePage,
  staticData: { title: msg`Home`, tabBar: true, tab: 'home' },
})
