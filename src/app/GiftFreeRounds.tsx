import { useQuery } from '@tanstack/react-query'
import { gamesQuery } from '#features/games/games.queries.ts'
import { FreeRounds } from '#features/gift/FreeRounds.tsx'

/** Free rounds with the names and covers of their games. */
export function GiftFreeRounds() {
  return <FreeRounds games={useQuery(gamesQuery).data} />
}
