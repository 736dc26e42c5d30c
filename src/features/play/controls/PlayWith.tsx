import { useLingui } from '@lingui/react/macro'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { lazyOptional } from '#lib/lazy-optional.tsx'
import { activeCoinState } from '#queries/active-coin.state.ts'
import { useUser } from '#session/use-user.ts'
import { DEMO } from '#features/play/play-coin-search.ts'
import { usePlayCoin } from '#features/play/use-play-coin.ts'
import { CoinLinks } from './CoinLinks.tsx'

/** Not for visitors, who hold nothing. */
const HeldCoinLinks = lazyOptional(() => import('./HeldCoinLinks.tsx').then((module) => module.HeldCoinLinks))

/** The switch between demo coins and the player's balances; the address says which it is. */
export function PlayWith() {
  const { t } = useLingui()
  const { uid } = useUser()
  const navigate = useNavigate()
  const asked = useSearch({ strict: false, select: (search) => search.coin })
  const { coin: played } = usePlayCoin()
  const active = useSnapshot(activeCoinState).coin
  // A link that is shared opens the same.
  useEffect(() => {
    if (uid > 0 && asked === undefined)
      void navigate({
        to: '.',
        search: (old) => ({ ...old, coin: played }),
        replace: true,
        resetScroll: false,
      })
  }, [uid, asked, played, navigate])

  const first = played === DEMO ? active : played
  const links = <CoinLinks coins={[first]} played={played} />
  return (
    <nav aria-label={t`Play with`} className="flex min-w-0 gap-1.5 overflow-x-auto" data-testid="play-with">
      {uid === 0 ? (
        links
      ) : (
        <Suspense fallback={links}>
          <HeldCoinLinks first={first} played={played} />
        </Suspense>
      )}
    </nav>
  )
}
