import type { QueryClient } from '@tanstack/react-query'
import { DEPOSITS_PER_PAGE, type Deposit } from '#contract/deposits.ts'
import { forgetAddress, setFollowed } from '#features/deposit/deposit.actions.ts'
import { ageOf } from '#lib/age.ts'
import { createEndNews, mergeNewest } from '#lib/newest-page.ts'
import { DEPOSITS_FOLLOWED_UNTIL, tabStorage } from '#lib/tab-storage.ts'
import { readAccessToken } from '#session/access-token.ts'
import { followLive } from '#session/live.ts'
import { depositsQuery } from './deposits.queries.ts'

/** Deposits are followed for this time after the address was last shown. */
const FOLLOW_MS = 2 * 60 * 60_000

interface FollowOptions {
  readonly queryClient: QueryClient
  /** Called when a deposit was credited or failed. */
  readonly onSettled: (deposit: Deposit) => void
}

let isRunning = false

/** In the past if the address was not shown within the last two hours. */
function followedUntil(): number {
  const until = Number(tabStorage.get(DEPOSITS_FOLLOWED_UNTIL) ?? 0)
  return ageOf(until - FOLLOW_MS) < FOLLOW_MS ? until : 0
}

/** True if this tab showed the address lately, perhaps before a reload. */
export function isFollowing(): boolean {
  return followedUntil() > Date.now()
}

/** Follows the player's deposits for two hours, on every page. */
export function followDeposits(options: FollowOptions): void {
  tabStorage.set(DEPOSITS_FOLLOWED_UNTIL, String(Date.now() + FOLLOW_MS))
  goOnFollowing(options)
}

/** Continues after a reload; does nothing if it already runs or nobody is logged in. */
export function goOnFollowing({ queryClient, onSettled }: FollowOptions): void {
  if (isRunning || readAccessToken() === null || !isFollowing()) return
  isRunning = true
  setFollowed(true)
  const { queryKey } = depositsQuery
  const isSettled = ({ status }: Deposit) => status !== 'confirming'
  const settledOf = createEndNews(queryClient.getQueryData(queryKey)?.deposits, isSettled)
  const tell = (deposits: readonly Deposit[]) => {
    settledOf(deposits).forEach(onSettled)
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => {
    clearTimeout(timer)
    isRunning = false
    setFollowed(false)
  }
  const leave = followLive({
    topic: 'deposits',
    async ask() {
      const { deposits } = await queryClient.fetchQuery({ ...depositsQuery, staleTime: 0 })
      if (isRunning) tell(deposits)
    },
    onNews(changed) {
      queryClient.setQueryData(queryKey, (page) => {
        if (!page) return page
        const { items, isCut } = mergeNewest(page.deposits, changed, DEPOSITS_PER_PAGE)
        return { deposits: items, next: isCut ? (items.at(-1)?.id ?? null) : page.next }
      })
      tell(changed)
    },
    onEnd() {
      end()
      tabStorage.remove(DEPOSITS_FOLLOWED_UNTIL)
      forgetAddress()
    },
  })
  const endWhenOver = () => {
    const leftMs = followedUntil() - Date.now()
    // The address may have been shown again.
    if (leftMs > 0) timer = setTimeout(endWhenOver, leftMs)
    else {
      end()
      leave()
    }
  }
  endWhenOver()
}
