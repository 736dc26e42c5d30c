import type { ReactNode } from 'react'
import type { ProviderGame } from '#contract/provider-games.ts'
import type { FetchCover } from '#ui/TileContent.tsx'

/** Games of other providers, which follow Koi's own. */
export interface OtherGames {
  /** As far as they are loaded. */
  readonly games: readonly ProviderGame[]
  /** Undefined until it is known; `missing` if they cannot be loaded. */
  readonly total: number | 'missing' | undefined
  readonly tile: (game: ProviderGame, fetchCover: FetchCover) => ReactNode
  /** Stands below the grid, and loads the next page. */
  readonly end: ReactNode
}

const noTile = () => null

export const NO_OTHERS: OtherGames = { games: [], total: 0, tile: noTile, end: null }
export const OTHERS_LOADING: OtherGames = { ...NO_OTHERS, total: undefined }
