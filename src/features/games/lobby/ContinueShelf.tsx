import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { GameSummary } from '#contract/games.ts'
import { inLocale } from '#contract/localized.ts'
import { listRounds, type Round } from '#contract/play.ts'
import { coinSymbol } from '#contract/values.ts'
import { GameTile } from '#features/games/GameTile.tsx'
import { pickGames } from '#features/games/pick-games.ts'
import { useRecentGames } from '#features/games/use-recent-games.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { apiQuery, JUST_ASKED_MS } from '#queries/api-query.ts'
import { useIsOnBreak } from '#session/break.state.ts'
import { Section } from '#ui/Section.tsx'
import { Shelf } from '#ui/Shelf.tsx'
import { tileClass } from '#ui/tile-class.ts'
import { TileContent } from '#ui/TileContent.tsx'
import { slugsOf, useOpenedCaption } from './use-opened-caption.ts'

/** Open rounds of the logged-in player. */
const roundsQuery = apiQuery(listRounds, { staleTime: JUST_ASKED_MS })

interface ContinueShelfProps {
  games: readonly GameSummary[] | undefined
  /** The shelf without open rounds, shown until they are known. */
  children: ReactNode
}

/**
 * Recently opened games. A game with an open round says so on its tile and leads into the round. During a break only
 * these games are shown, because open rounds can be finished.
 */
export function ContinueShelf({ games, children }: ContinueShelfProps) {
  const { t } = useLingui()
  const recents = useRecentGames()
  const recentSlugs = useIsOnBreak() ? [] : slugsOf(recents)
  const captionOf = useOpenedCaption()
  const { data } = useQuery(roundsQuery)
  const rounds = new Map(data?.rounds.map((round) => [round.game, round]))
  if (!games || rounds.size === 0) return children
  const title = t`Continue playing`
  const elsewhere = [...rounds.keys()].filter((game) => !recentSlugs.includes(game))
  return (
    <Section bleed title={title}>
      <Shelf label={title}>
        {pickGames(games, [...elsewhere, ...recentSlugs]).map((game) => {
          const round = rounds.get(game.slug)
          return round ? (
            <RoundTile key={game.slug} game={game} round={round} />
          ) : (
            <GameTile key={game.slug} game={game} caption={captionOf(game)} />
          )
        })}
      </Shelf>
    </Section>
  )
}

function RoundTile({ game, round }: { game: GameSummary; round: Round }) {
  const { t } = useLingui()
  const locale = useLocale()
  const { decimal } = useFormat()
  const stake = `${decimal(round.stake, 2)} ${coinSymbol(round.coin)}`
  return (
    <Link
      to="/games/$slug/play"
      params={{ slug: game.slug }}
      search={{ coin: round.coin }}
      className={tileClass}
      data-testid="open-round"
    >
      <TileContent
        cover={game.cover}
        colors={game.colors}
        title={inLocale(game.name, locale)}
        caption={t`${stake} staked`}
        badge={t`Continue`}
      />
    </Link>
  )
}
