import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { gamesQuery } from '#features/games/games.queries.ts'
import { GameShelf } from '#features/games/GameShelf.tsx'
import { newestInCategory } from '#features/games/home-rows.ts'
import { GiftPage } from '#features/gift/GiftPage.tsx'

export const Route = createFileRoute('/gift')({
  component: Gift,
  staticData: { title: msg`Gift`, tabBar: true, tab: 'gift' },
})

function Gift() {
  const { t } = useLingui()
  const { data: games, isLoading } = useQuery(gamesQuery)
  const shown = games ? newestInCategory(games, 'new') : isLoading ? undefined : []
  return (
    <GiftPage
      newReleases={<GameShelf title={t`New releases`} games={shown} seeAll={{ category: 'new' }} />}
    />
  )
}
