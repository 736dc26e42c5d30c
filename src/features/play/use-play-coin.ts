import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useSnapshot } from 'valtio'
import { activeCoinState } from '#queries/active-coin.state.ts'
import { coinsQuery } from '#queries/coins.queries.ts'
import { useUser } from '#session/use-user.ts'
import { DEMO } from './play-coin-search.ts'

/**
 * What is played with: the demonstration, or a coin by its id. The address says which; for a player it is else the
 * active coin, and for anybody who is not logged in the demonstration. `refused` is a coin of the address that cannot
 * be played with here.
 */
export function usePlayCoin(): { readonly coin: string; readonly refused: string | undefined } {
  const { uid } = useUser()
  const active = useSnapshot(activeCoinState).coin
  const asked = useSearch({ strict: false, select: (search) => search.coin })
  const { data: coins } = useQuery({
    ...coinsQuery,
    enabled: uid > 0 && asked !== undefined && asked !== DEMO,
  })
  if (asked === DEMO) return { coin: DEMO, refused: undefined }
  const isUnknown = asked !== undefined && coins !== undefined && !coins.some(({ id }) => id === asked)
  if (uid === 0 || isUnknown) return { coin: DEMO, refused: asked }
  return { coin: asked ?? active, refused: undefined }
}
