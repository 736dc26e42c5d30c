import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useRunningBreak } from '#features/responsible-play/breaks/use-running-break.ts'
import { followActiveCoin } from '#queries/active-coin.actions.ts'
import { activeCoinState } from '#queries/active-coin.state.ts'
import { coinsQuery } from '#queries/coins.queries.ts'
import { useBalances } from '#queries/balances.queries.ts'
import { CoinMark } from '#ui/art/CoinMark.tsx'
import { shellClass } from '#ui/shell/shell-class.ts'
import { Skeleton } from '#ui/Skeleton.tsx'
import { PanelButton } from './PanelButton.tsx'
import { useShortAmount } from './use-short-amount.ts'

/** The balance in the active coin; a click opens the coins. Also finds out if a break runs. */
export function PlayerBalance() {
  const { t } = useLingui()
  const { coin: id } = useSnapshot(activeCoinState)
  useEffect(followActiveCoin, [])
  useRunningBreak()
  const { data: coins } = useQuery(coinsQuery)
  const { data: balances } = useBalances()
  const shortAmount = useShortAmount()

  // Until the coins are loaded, derive the symbol from the id.
  const symbol = coins?.find((coin) => coin.id === id)?.symbol ?? id.slice(0, id.indexOf('-')).toUpperCase()
  const held = balances && (balances.find(({ coin }) => coin === id)?.available ?? '0')
  const balance = held === undefined ? undefined : shortAmount(held)
  return (
    <PanelButton
      panel="coins"
      className={shellClass.balance}
      data-player
      aria-label={
        balance === undefined
          ? t`Balance not known yet, show coins`
          : t`Balance ${balance} ${symbol}, show coins`
      }
    >
      <CoinMark symbol={symbol} size={22} />
      <span className="num" translate="no">
        {balance ?? <Skeleton width="3.6em" />}
      </span>
      <ChevronDown aria-hidden size={16} />
    </PanelButton>
  )
}
