import { Plural, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { gamesQuery } from '#features/games/games.queries.ts'
import { CategoryShelf } from './CategoryShelf.tsx'
import { GameShelf } from './GameShelf.tsx'
import { popularGamesQuery } from './play-now.queries.ts'

/** The games by their bets of the last seven days. Before anybody has bet, some that Koi has chosen. */
export function TrendingShelf() {
  const { t } = useLingui()
  const { data: games, isLoading: areGamesLoading } = useQuery(gamesQuery)
  const { data: popular, isLoading } = useQuery(popularGamesQuery)
  const bets = new Map(popular?.map(({ game, bets: count }) => [game, count]))
  const played = popular?.flatMap(({ game }) => games?.find(({ slug }) => slug === game) ?? [])
  if (played?.length === 0 && !areGamesLoading) {
    return <CategoryShelf title={t`Games to try`} category="trending" />
  }
  return (
    <GameShelf
      title={t`Trending now`}
      games={games && played ? played : isLoading || areGamesLoading ? undefined : []}
      captionOf={({ slug }) => (
        <Plural value={bets.get(slug) ?? 0} one="# bet in 7 days" other="# bets in 7 days" />
      )}
      isGrid
    />
  )
}
