import { useSearch } from '@tanstack/react-router'
import { useSnapshot } from 'valtio'
import { activeCoinState } from '#queries/active-coin.state.ts'
import { useUser } from '#session/use-user.ts'
import { DEMO } from './play-coin-search.ts'

/**
 * What is played with: the demonstration, or a coin by its id. The address says which; for a player it is else the
 * active coin, and for anybody who is not logged in the demonstration. `refused` is a coin of the address that nobody
 * plays with who is not logged in.
 */
export function usePlayCoin(): { readonly coin: string; readonly refused: string | undefined } {
  const { uid } = useUser()
  const active = useSnapshot(activeCoinState).coin
  const asked = useSearch({ strict: false, select: (search) => search.coin })
  if (asked === DEMO) return { coin: DEMO, refused: undefined }
  return uid === 0 ? { coin: DEMO, refused: asked } : { coin: asked ?? active, refused: undefined }
}
