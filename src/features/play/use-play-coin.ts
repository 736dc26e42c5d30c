import { useSearch } from '@tanstack/react-router'
import { useSnapshot } from 'valtio'
import { activeCoinState } from '#queries/active-coin.state.ts'
import { useUser } from '#session/use-user.ts'
import { DEMO } from './play-coin-search.ts'

/**
 * `coin` is a coin's id, or `demo`. The address names it; without a name it is a player's active coin, and `demo` for a
 * visitor. `refused` is the coin that the address names for a visitor, who plays with `demo`.
 */
export function usePlayCoin(): { readonly coin: string; readonly refused: string | undefined } {
  const { uid } = useUser()
  const active = useSnapshot(activeCoinState).coin
  const asked = useSearch({ strict: false, select: (search) => search.coin })
  if (asked === DEMO) return { coin: DEMO, refused: undefined }
  return uid === 0 ? { coin: DEMO, refused: asked } : { coin: asked ?? active, refused: undefined }
}
