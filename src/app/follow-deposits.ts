import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { QueryClient } from '@tanstack/react-query'
import type { Deposit } from '#contract/deposits.ts'
import { coinSymbol } from '#contract/values.ts'
import { followDeposits, goOnFollowing, isFollowing } from '#features/deposit/arrivals/follow-deposits.ts'
import { isLocale } from '#contract/localized.ts'
import { formatOf } from '#i18n/use-format.ts'
import { chooseCoin } from '#queries/active-coin.actions.ts'
import { refreshMoney } from '#queries/money.actions.ts'
import { toast } from '#ui/toast.ts'

/** Long enough to be read in the middle of a game. */
const NOTICE_MS = 8_000

/** From now on tells the player on every page about their deposits. */
export function beginFollowingDeposits(queryClient: QueryClient): void {
  followDeposits({ queryClient, onSettled: settledIn(queryClient) })
}

/** Continues after a reload if the tab showed a deposit address lately. */
export function goOnFollowingDeposits(queryClient: QueryClient): void {
  if (isFollowing()) goOnFollowing({ queryClient, onSettled: settledIn(queryClient) })
}

const IN_A_GAME = /^\/games\/[^/]+\/play/

const settledIn = (queryClient: QueryClient) => (deposit: Deposit) => {
  const { status, credited } = deposit
  if (status === 'credited') void refreshMoney(queryClient)
  // Do not change the coin in the middle of a game.
  if (credited && !IN_A_GAME.test(location.pathname)) chooseCoin(credited.coin)
  tell(deposit)
}

function tell({ status, credited, paid }: Deposit): void {
  if (status === 'credited' && credited) {
    const amount = amountOf(credited)
    toast({
      message: i18n._(msg`Your deposit is credited: ${amount}`),
      tone: 'success',
      durationMs: NOTICE_MS,
    })
    return
  }
  const amount = paid === null ? '' : amountOf(paid)
  const message =
    status === 'below_minimum'
      ? msg`A deposit of ${amount} is below the minimum and is not credited`
      : status === 'wrong_token'
        ? msg`A token that is not USDT arrived at your deposit address and is not credited`
        : status === 'dropped'
          ? msg`A deposit of ${amount} was dropped by the network`
          : msg`Not credited: ${amount}`
  toast({ message: i18n._(message), durationMs: NOTICE_MS })
}

function amountOf({ coin, amount }: { coin: string; amount: string }): string {
  const symbol = coinSymbol(coin)
  return isLocale(i18n.locale)
    ? `${formatOf(i18n.locale).decimal(amount, 0)} ${symbol}`
    : `${amount} ${symbol}`
}
