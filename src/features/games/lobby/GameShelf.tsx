import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { GameSummary } from '#contract/games.ts'
import { GameTile } from '#features/games/GameTile.tsx'
import type { GamesSearch } from '#features/games/games-search.ts'
import { Section } from '#ui/Section.tsx'
import { Shelf } from '#ui/Shelf.tsx'
import { TileSkeleton } from '#ui/TileSkeleton.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { sectionLinkClass } from '#ui/section-link-class.ts'

const PLACES = ['a', 'b', 'c', 'd', 'e', 'f']

interface GameShelfProps {
  title: string
  /** Undefined while loading; an empty shelf is not rendered. */
  games: readonly GameSummary[] | undefined
  /** Text below a game's name. */
  captionOf: (game: GameSummary) => ReactNode
  /** Parameters of the Games page for "See all". */
  seeAll?: GamesSearch
  /** On wide screens all tiles are visible at once instead of in one scrolling row. */
  isGrid?: boolean
}

export function GameShelf({ title, games, captionOf, seeAll, isGrid = false }: GameShelfProps) {
  if (games?.length === 0) return null
  return (
    <Section
      bleed
      title={title}
      trailing={
        seeAll ? (
          <Link to="/games" search={seeAll} className={sectionLinkClass}>
            <Trans>See all</Trans>
            <VisuallyHidden>{title}</VisuallyHidden>
          </Link>
        ) : null
      }
    >
      <Shelf label={title} busy={games === undefined} grid={isGrid}>
        {games
          ? games.map((game) => <GameTile key={game.slug} game={game} caption={captionOf(game)} />)
          : PLACES.map((place) => <TileSkeleton key={place} />)}
      </Shelf>
    </Section>
  )
}
