import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { GameSummary } from '#contract/games.ts'
import { inLocale } from '#contract/localized.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { tileClass } from '#ui/tile-class.ts'
import { TileContent, type FetchCover } from '#ui/TileContent.tsx'
import { STATUS_WORDS } from './game-status.ts'

interface GameTileProps {
  game: GameSummary
  /** Text below the name. The list creates it, because a long list renders many tiles in one frame. */
  caption: ReactNode
  live?: ReactNode
  fetchCover?: FetchCover
}

/** Leads to the game, or to its information page if it cannot be played. */
export function GameTile({ game, caption, live, fetchCover = 'later' }: GameTileProps) {
  const { i18n } = useLingui()
  const locale = useLocale()
  const words = STATUS_WORDS[game.status]
  return (
    <Link
      to={game.status === 'playable' ? '/games/$slug/play' : '/games/$slug'}
      params={{ slug: game.slug }}
      className={tileClass}
      data-testid="game-tile"
    >
      <TileContent
        cover={game.cover}
        colors={game.colors}
        title={inLocale(game.name, locale)}
        caption={caption}
        badge={words && i18n._(words.badge)}
        live={live}
        fetchCover={fetchCover}
      />
    </Link>
  )
}
