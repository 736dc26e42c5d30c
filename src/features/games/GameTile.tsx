import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { GameSummary } from '#contract/games.ts'
import { useFormat } from '#i18n/use-format.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { tileClass } from '#ui/tile-class.ts'
import { TileContent } from '#ui/TileContent.tsx'
import { STATUS_WORDS } from './game-status.ts'
import { providersQuery } from './games.queries.ts'
import { formatPercentRange } from './house-edge.ts'
import { useDayName } from './use-day-name.ts'

interface GameTileProps {
  game: GameSummary
  /** What stands under the name. */
  caption?: 'provider' | 'edge'
  /** When the player opened the game last (ms since 1970); then that stands under the name. */
  openedAt?: number
  isEager?: boolean
}

/** A game's cover that leads to its page. */
export function GameTile({ game, caption = 'provider', openedAt, isEager = false }: GameTileProps) {
  const { t, i18n } = useLingui()
  const locale = useLocale()
  const { percent } = useFormat()
  const dayName = useDayName()
  const { data: provider } = useQuery({
    ...providersQuery,
    select: (providers) => providers.find(({ slug }) => slug === game.provider)?.name,
    enabled: caption === 'provider',
  })
  const words = STATUS_WORDS[game.status]
  const edge = formatPercentRange(game.houseEdge, percent)
  const day = openedAt === undefined ? undefined : dayName(openedAt)
  const text =
    day !== undefined
      ? t`Opened ${day}`
      : caption === 'provider'
        ? provider?.[locale]
        : game.live
          ? t`Live`
          : t`${edge} edge`
  return (
    <Link to="/games/$slug" params={{ slug: game.slug }} className={tileClass} data-testid="game-tile">
      <TileContent
        cover={game.cover}
        colors={game.colors}
        title={game.name[locale]}
        caption={text}
        badge={words && i18n._(words.badge)}
        eager={isEager}
      />
    </Link>
  )
}
