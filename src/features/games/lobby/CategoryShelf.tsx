import { useQuery } from '@tanstack/react-query'
import { gamesQuery } from '#features/games/games.queries.ts'
import { useTileCaption } from '#features/games/use-tile-caption.tsx'
import { GameShelf } from './GameShelf.tsx'
import { gamesInCategory, newestInCategory } from './home-rows.ts'

interface CategoryShelfProps {
  title: string
  category: string
  /** Newest release first, instead of lobby order. */
  isNewestFirst?: boolean
}

/** A category's games on another page; renders nothing if they cannot be loaded. */
export function CategoryShelf({ title, category, isNewestFirst = false }: CategoryShelfProps) {
  const { data: games, isLoading } = useQuery(gamesQuery)
  const captionOf = useTileCaption()
  const pick = isNewestFirst ? newestInCategory : gamesInCategory
  return (
    <GameShelf
      title={title}
      games={games ? pick(games, category) : isLoading ? undefined : []}
      captionOf={captionOf}
      seeAll={{ category }}
      isGrid
    />
  )
}
