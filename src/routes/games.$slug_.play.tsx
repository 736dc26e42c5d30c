import { useLingui } from '@lingui/react/macro'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { createElement } from 'react'
import { fetchPlayScreen } from '#app/fetch-play-screen.ts'
import { PlayGuard } from '#app/PlayGuard.tsx'
import { PlaySearchSchema } from '#app/play-search.ts'
import { useDocumentTitle } from '#app/use-page-title.ts'
import { prefetchGame } from '#features/games/page/prefetch-game.ts'
import { useGameName } from '#features/games/page/use-game.ts'
import { isPlayScreen } from '#features/play/play-slug-search.ts'

export const Route = createFileRoute('/games/$slug_/play')({
  validateSearch: PlaySearchSchema,
  beforeLoad: ({ params }) => {
    if (!isPlayScreen(params.slug)) throw redirect({ to: '/games/$slug', params, replace: true })
  },
  loader: ({ context: { queryClient }, params: { slug } }) => {
    prefetchGame(queryClient, slug)
    return fetchPlayScreen(slug)
  },
  component: PlayRoute,
  staticData: { playBalance: true },
})

function PlayRoute() {
  const { t } = useLingui()
  const { slug } = Route.useParams()
  const Screen = Route.useLoaderData()
  useDocumentTitle(useGameName(slug) ?? t`Game`)
  return <PlayGuard slug={slug}>{Screen && createElement(Screen)}</PlayGuard>
}
