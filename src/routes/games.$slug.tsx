import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { useDocumentTitle } from '#app/use-page-title.ts'
import { WinsOfGame } from '#app/WinsOfGame.tsx'
import { categoriesQuery, gamesQuery, providersQuery } from '#features/games/games.queries.ts'
import { GamePage } from '#features/games/page/GamePage.tsx'
import { prefetchGame } from '#features/games/page/prefetch-game.ts'
import { useGameName } from '#features/games/page/use-game.ts'

export const Route = createFileRoute('/games/$slug')({
  loader: ({ context: { queryClient }, params: { slug } }) => {
    prefetchGame(queryClient, slug)
    void queryClient.prefetchQuery(gamesQuery)
    void queryClient.prefetchQuery(categoriesQuery)
    void queryClient.prefetchQuery(providersQuery)
  },
  component: GameRoute,
})

function GameRoute() {
  const { t } = useLingui()
  const { slug } = Route.useParams()
  useDocumentTitle(useGameName(slug) ?? t`Game`)
  return <GamePage key={slug} slug={slug} wins={<WinsOfGame slug={slug} />} />
}
