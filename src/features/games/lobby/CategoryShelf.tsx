import { useQuery } from '@tanstack/react-query'
import { gamesQuery } from '#features/games/games.queries.ts'
import { useTileCaption } from '#features/games/use-tile-caption.tsx'
import { GameShelf } from './GameShelf.tsx'
import { gamesInCategory, newestInCategory } from './home-rows.ts'

interface CategoryShelfProps {
  title: string
  category: string
  /** Latest release first, instead of lobby order. */
  isNewestFirst?: boolean
}

/** The games of one category on a page that is about something else; not there when they cannot be had. */
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
