import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { coinSymbol } from '#contract/values.ts'
import { chooseCoin } from '#queries/active-coin.actions.ts'
import { useUser } from '#session/use-user.ts'
import { chipClass } from '#ui/chip-class.ts'
import { DEMO } from '#features/play/play-coin-search.ts'

/** The choice has changed all of the screen: the focus goes back to it. */
let isFocusDue = false

interface CoinLinksProps {
  /** Ids of the coins beside the demonstration. */
  coins: readonly string[]
  /** What is played with now. */
  played: string
}

/** One link for each thing to play with. */
export function CoinLinks({ coins, played }: CoinLinksProps) {
  const { t } = useLingui()
  const { uid } = useUser()
  const current = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isFocusDue) current.current?.focus({ preventScroll: true })
    // What is shown first may give way to the same with more coins.
    const timer = setTimeout(() => (isFocusDue = false), 500)
    return () => clearTimeout(timer)
  }, [])

  const nameOf = (coin: string) => {
    const symbol = coinSymbol(coin)
    const isOnlyOne = coins.filter((other) => coinSymbol(other) === symbol).length === 1
    // The same coin on two networks is two balances.
    return isOnlyOne ? symbol : `${symbol} · ${coin.slice(coin.indexOf('-') + 1).toUpperCase()}`
  }
  return [DEMO, ...coins].map((coin) => (
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
  ))
}
