import { lazy, Suspense, type ReactNode } from 'react'
import { PlayContext } from '#features/play/play-context.ts'
import { DEMO } from '#features/play/play-coin-search.ts'
import { usePlayCoin } from '#features/play/use-play-coin.ts'
import { useUser } from '#session/use-user.ts'
import { DEMO_PLAY } from './demo-play.ts'

/** Not for visitors, nor where only the demonstration is played. */
const BalancePlay = lazy(() =>
  import('./BalancePlay.tsx').then((module) => ({ default: module.BalancePlay })),
)

/** Gives the screens inside the engine of the address: demo coins, or a balance. */
export function ActivePlay({ children }: { children: ReactNode }) {
  const { uid } = useUser()
  const { coin } = usePlayCoin()
  if (coin === DEMO) return <PlayContext value={DEMO_PLAY}>{children}</PlayContext>
  return (
    <Suspense fallback={null}>
      <BalancePlay key={`${uid}/${coin}`} uid={uid} coin={coin}>
        {children}
      </BalancePlay>
    </Suspense>
  )
}
