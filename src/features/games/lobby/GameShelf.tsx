import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { GameSummary } from '#contract/games.ts'
import { GameTile } from '#features/games/GameTile.tsx'
import type { GamesSearch } from '#features/games/browse/games-search.ts'
import { Section } from '#ui/Section.tsx'
import { Shelf } from '#ui/Shelf.tsx'
import { TileSkeleton } from '#ui/TileSkeleton.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { sectionLinkClass } from '#ui/section-link-class.ts'

const PLACES = ['a', 'b', 'c', 'd', 'e', 'f']

interface GameShelfProps {
  title: string
  /** Undefined while they load; an empty shelf is not there at all. */
  games: readonly GameSummary[] | undefined
  /** What stands under each game's name. */
  captionOf: (game: GameSummary) => ReactNode
  /** What the Games page shows for "See all". */
  seeAll?: GamesSearch
  /** On wide screens all tiles show at once instead of in one scrolling row. */
  isGrid?: boolean
  /** The shelf is in sight from the start: its covers are fetched as soon as the page is painted. */
  isInSight?: boolean
}

/** One row of the lobby. */
export function GameShelf({
  title,
  games,
  captionOf,
  seeAll,
  isGrid = false,
  isInSight = false,
}: GameShelfProps) {
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
          ? games.map((game) => (
              <GameTile
                key={game.slug}
                game={game}
                caption={captionOf(game)}
                fetchCover={isInSight ? 'soon' : 'later'}
              />
            ))
          : PLACES.map((place) => <TileSkeleton key={place} />)}
      </Shelf>
    </Section>
  )
}
