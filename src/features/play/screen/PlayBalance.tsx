import { useLingui } from '@lingui/react/macro'
import { useStore } from '#lib/use-store.ts'
import { CoinMark } from '#ui/art/CoinMark.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Text } from '#ui/Text.tsx'
import styles from '#features/play/play.module.css'
import { useCoin } from '#features/play/use-coin.ts'
import { usePlayFormat } from '#features/play/use-play-format.ts'
import { countedBalance } from '#features/play/session/shown-balance.state.ts'
import { useShownBalance } from '#features/play/session/use-shown-balance.ts'

/** Counts only results that have been shown. */
export function PlayBalance() {
  const { t } = useLingui()
  const coin = useCoin()
  if (!coin) return <Skeleton shape="line" width="6rem" />
  return (
    <Text as="span" weight={750} className={styles.balance} data-testid="play-balance" data-win-goal>
      <CoinMark symbol={coin.symbol} size={20} />
      <span className="sr-only">{coin.isDemo ? t`Demo balance` : t`Balance`}</span>
      <BalanceAmount />
      {coin.isDemo ? null : <span className="sr-only">{coin.symbol}</span>}
    </Text>
  )
}

/** Apart, because only this part renders with each bet. */
function BalanceAmount() {
  const { amount } = usePlayFormat()
  const balance = useShownBalance()
  const counting = useStore(countedBalance)
  // A player may change to another coin while the balance of this one counts up.
  const counted = counting && counting.coin === balance?.coin ? counting.amount : undefined
  return (
    <span className="num" translate="no" data-counting={counted === undefined ? undefined : ''}>
      {balance && amount(counted ?? balance.amount, balance)}
    </span>
  )
}
