import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { GamesPage } from '#features/games/GamesPage.tsx'
import { GamesSearchSchema } from '#features/games/games-search.ts'

export const Route = createFileRoute('/games/')({
  validateSearch: GamesSearchSchema,
  component: GamesPage,
  staticData: { title: msg`Games`, tabBar: true, tab: 'home', keepAlive: true },
})
