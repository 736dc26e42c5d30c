import { useLingui } from '@lingui/react/macro'
import { HeartMark } from '#ui/HeartMark.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { toggleFavourite } from '#features/games/favourites.actions.ts'
import { useFavourites } from '#features/games/use-favourites.ts'

/** Marks the game as favourite on this device. */
export function FavouriteButton({ slug }: { slug: string }) {
  const { t } = useLingui()
  const isMarked = useFavourites().includes(slug)
  return (
    <IconButton label={t`Favourite`} aria-pressed={isMarked} onClick={() => toggleFavourite(slug)}>
      <HeartMark isMarked={isMarked} />
    </IconButton>
  )
}
