import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LivePlayOfPage } from '#app/LivePlayOfPage.tsx'
import { categoriesQuery, gamesQuery, providersQuery } from '#features/games/games.queries.ts'
import { HomePage } from '#features/games/lobby/HomePage.tsx'
import { InstallOffer } from '#features/install/InstallOffer.tsx'
import { LobbyOffer } from '#features/promotions/LobbyOffer.tsx'
import { promotionsQuery } from '#queries/promotions.queries.ts'

export const Route = createFileRoute('/')({
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(gamesQuery)
    void queryClient.prefetchQuery(categoriesQuery)
    void queryClient.prefetchQuery(providersQuery)
    void queryClient.prefetchQuery(promotionsQuery)
  },
  component: () => <HomePage offer={<LobbyOffer />} install={<InstallOffer />} live={<LivePlayOfPage />} />,
  staticData: { title: msg`Lobby`, tabBar: true, tab: 'home' },
})
