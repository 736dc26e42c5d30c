import { useLingui } from '@lingui/react/macro'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { coinSymbol } from '#contract/values.ts'
import { chooseCoin } from '#queries/active-coin.actions.ts'
import { activeCoinState } from '#queries/active-coin.state.ts'
import { useBalances } from '#queries/use-balances.ts'
import { useUser } from '#session/use-user.ts'
import { chipClass } from '#ui/chip-class.ts'
import { DEMO } from '#features/play/play-coin-search.ts'
import { usePlayCoin } from '#features/play/use-play-coin.ts'

/** The choice has changed all of the screen: the focus goes back to it. */
let isFocusDue = false

/** The switch between demo coins and the player's balances; the address says which it is. */
export function PlayWith() {
  const { t } = useLingui()
  const { uid } = useUser()
  const navigate = useNavigate()
  const asked = useSearch({ strict: false, select: (search) => search.coin })
  const { coin: played } = usePlayCoin()
  const active = useSnapshot(activeCoinState).coin
  const { data: balances } = useBalances()
  const current = useRef<HTMLAnchorElement>(null)

  useEffect(() => {
    if (isFocusDue) current.current?.focus({ preventScroll: true })
    isFocusDue = false
  }, [])
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

  const held = (balances ?? []).filter(({ available }) => Number(available) > 0).map(({ coin }) => coin)
  const coins = [...new Set([played === DEMO ? active : played, ...held])]
  const networks = (symbol: string) => coins.filter((coin) => coinSymbol(coin) === symbol).length
  const nameOf = (coin: string) => {
    const symbol = coinSymbol(coin)
    // The same coin on two networks is two balances.
    return networks(symbol) > 1 ? `${symbol} · ${coin.slice(coin.indexOf('-') + 1).toUpperCase()}` : symbol
  }
  return (
    <nav aria-label={t`Play with`} className="flex min-w-0 gap-1.5 overflow-x-auto" data-testid="play-with">
      {[DEMO, ...coins].map((coin) => (
        <Link
          key={coin}
          ref={coin === played ? current : undefined}
          to="."
          search={(old) => ({ ...old, coin, bet: undefined, sheet: undefined })}
          replace
          resetScroll={false}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={coin === played ? 'true' : undefined}
          className={chipClass(coin === played)}
          onClick={() => {
            isFocusDue = true
            if (coin !== DEMO && uid > 0) chooseCoin(coin)
          }}
        >
          {coin === DEMO ? t`Demo` : nameOf(coin)}
        </Link>
      ))}
    </nav>
  )
}
