import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { GamesPage } from '#features/games/browse/GamesPage.tsx'
import { GamesSearchSchema } from '#features/games/games-search.ts'
import { categoriesQuery, gamesQuery, providersQuery } from '#features/games/games.queries.ts'

export const Route = createFileRoute('/games/')({
  validateSearch: GamesSearchSchema,
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(gamesQuery)
    void queryClient.prefetchQuery(categoriesQuery)
    void queryClient.prefetchQuery(providersQuery)
  },
  component: GamesPage,
  staticData: { title: msg`Games`, tabBar: true, tab: 'home', keepAlive: true },
})
