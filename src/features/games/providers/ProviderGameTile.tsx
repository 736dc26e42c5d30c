import { Link } from '@tanstack/react-router'
import { inLocale } from '#contract/localized.ts'
import type { ProviderGame } from '#contract/provider-games.ts'
import { useLocale } from '#i18n/use-locale.ts'
import { coverOf, tonesOf } from '#ui/art/drawn-cover.ts'
import { tileClass } from '#ui/tile-class.ts'
import { TileContent, type FetchCover } from '#ui/TileContent.tsx'

/** Leads to the game's page, where a coin is chosen. */
export function ProviderGameTile({ game, fetchCover }: { game: ProviderGame; fetchCover: FetchCover }) {
  const locale = useLocale()
  return (
    <Link
      to="/games/by/$provider/$code"
      params={{ provider: game.provider, code: game.code }}
      className={tileClass}
      data-testid="game-tile"
    >
      <TileContent
        cover={game.cover ?? coverOf(game.category)}
        colors={tonesOf(`${game.provider}/${game.code}`, game.cover !== null)}
        title={inLocale(game.name, locale)}
        caption={game.providerName}
        fetchCover={fetchCover}
      />
    </Link>
  )
}
