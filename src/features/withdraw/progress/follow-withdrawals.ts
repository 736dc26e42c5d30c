import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { QueryClient } from '@tanstack/react-query'
import { isLocale } from '#contract/localized.ts'
import { coinSymbol } from '#contract/values.ts'
import { WITHDRAWALS_PER_PAGE, isWithdrawalEnded, type Withdrawal } from '#contract/withdrawals.ts'
import { withdrawalQuery, withdrawalsQuery } from '#features/withdraw/withdraw.queries.ts'
import { formatOf } from '#i18n/use-format.ts'
import { createEndNews, mergeNewest } from '#lib/newest-page.ts'
import { tabStorage, WITHDRAWALS_FOLLOWED } from '#lib/tab-storage.ts'
import { refreshMoney } from '#queries/money.actions.ts'
import { readAccessToken } from '#session/access-token.ts'
import { followLive } from '#session/live.ts'
import { toast } from '#ui/toast.ts'

/** Long enough to be read in the middle of a game. */
const NOTICE_MS = 8_000

const isEnded = ({ status }: Withdrawal) => isWithdrawalEnded(status)
let isRunning = false
/** Ids of withdrawals whose own sheet is open: they need no messages. */
const onScreen = new Set<string>()

/** Suppresses messages about a withdrawal until the returned function is called. */
export function leaveToSheet(id: string): () => void {
  onScreen.add(id)
  return () => void onScreen.delete(id)
}

/**
 * Follows the player's withdrawals until none is pending, on every page and after a reload of this tab, and tells the
 * player the outcome. Does nothing if it already runs or nobody is logged in.
 */
export function followWithdrawals(queryClient: QueryClient): void {
  if (isRunning || readAccessToken() === null) return
  isRunning = true
  const underWay = new Set<string>()
  const endedOf = createEndNews<Withdrawal>(knownIn(queryClient), isEnded)
  const take = (withdrawals: readonly Withdrawal[]) => {
    if (!isRunning) return
    for (const withdrawal of withdrawals) {
      const { id } = withdrawal
      queryClient.setQueryData(withdrawalQuery(id).queryKey, withdrawal)
      if (isEnded(withdrawal)) underWay.delete(id)
      else underWay.add(id)
    }
    const ended = endedOf(withdrawals)
    if (ended.length > 0) void refreshMoney(queryClient)
    ended.filter(({ id }) => !onScreen.has(id)).forEach(tell)
    tabStorage.set(WITHDRAWALS_FOLLOWED, [...underWay].join())
    if (underWay.size > 0) return
    end()
    leave()
  }
  const end = () => {
    isRunning = false
    tabStorage.remove(WITHDRAWALS_FOLLOWED)
  }
  const leave = followLive({
    topic: 'withdrawals',
    async ask() {
      take((await queryClient.fetchQuery({ ...withdrawalsQuery, staleTime: 0 })).withdrawals)
    },
    onNews(changed) {
      queryClient.setQueryData(withdrawalsQuery.queryKey, (page) => {
        if (!page) return page
        const { items, isCut } = mergeNewest(page.withdrawals, changed, WITHDRAWALS_PER_PAGE)
        return { withdrawals: items, next: isCut ? (items.at(-1)?.id ?? null) : page.next }
      })
      take(changed)
    },
    onEnd: end,
  })
}

/** The last known state, perhaps from before a reload; undefined if nothing is known. */
function knownIn(queryClient: QueryClient): Pick<Withdrawal, 'id' | 'status'>[] | undefined {
  const listed = queryClient.getQueryData(withdrawalsQuery.queryKey)?.withdrawals
  const followed = tabStorage.get(WITHDRAWALS_FOLLOWED)
  if (!followed) return listed
  return [...(listed ?? []), ...followed.split(',').map((id) => ({ id, status: 'queued' as const }))]
}

/** Not for cancelled ones: the player cancelled them. */
function tell({ status, coin, amount: units, receives }: Withdrawal): void {
  const amount = amountOf(coin, status === 'confirmed' ? receives : units)
  if (status === 'confirmed') {
    toast({
      message: i18n._(msg`Your withdrawal is confirmed: ${amount}`),
      tone: 'success',
      durationMs: NOTICE_MS,
    })
  } else if (status === 'refused') {
    const message = msg`The operator refused a withdrawal of ${amount}. The money is back in your balance.`
    toast({ message: i18n._(message), durationMs: NOTICE_MS })
  } else if (status === 'failed') {
    const message = msg`A withdrawal of ${amount} failed. The money is back in your balance.`
    toast({ message: i18n._(message), durationMs: NOTICE_MS })
  }
}

function amountOf(coin: string, amount: string): string {
  const shown = isLocale(i18n.locale) ? formatOf(i18n.locale).decimal(amount, 0) : amount
  return `${shown} ${coinSymbol(coin)}`
}
