import type { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { readApiEvents } from '#api/api-events.ts'
import { DEPOSIT_EVENTS_PATH, DepositEventSchema, type Deposit } from '#contract/deposits.ts'
import { forgetAddress, tellNews } from '#features/deposit/deposit.actions.ts'
import { DEPOSITS_FOLLOWED_UNTIL, tabStorage } from '#lib/tab-storage.ts'
import { readAccessToken, tokenPresence } from '#session/access-token.ts'
import { depositsQuery } from './deposits.queries.ts'
import { createSettledNews, mergeDeposits } from './merge-deposits.ts'

/** After the address was last on screen, its deposits are followed for so long. */
const FOLLOW_MS = 2 * 60 * 60_000
/** From one question to the next while nothing is pushed; longer when nobody answers. */
const ASK_MS = 4_000
const LONGEST_ASK_MS = 30_000

interface FollowOptions {
  readonly queryClient: QueryClient
  /** A deposit has come to its end, a good one or not. */
  readonly onSettled: (deposit: Deposit) => void
}

let running: { readonly token: string } | undefined

/** Whether this tab has shown the address lately, before a reload perhaps. */
export function isFollowing(): boolean {
  return Number(tabStorage.get(DEPOSITS_FOLLOWED_UNTIL) ?? 0) > Date.now()
}

/** Follows the player's deposits for the next two hours, on whatever page he is. */
export function followDeposits(options: FollowOptions): void {
  tabStorage.set(DEPOSITS_FOLLOWED_UNTIL, String(Date.now() + FOLLOW_MS))
  goOnFollowing(options)
}

/** Goes on where the page before left off; nothing happens where it is done already, or nobody is logged in. */
export function goOnFollowing(options: FollowOptions): void {
  const token = readAccessToken()
  if (token === null || running?.token === token || !isFollowing()) return
  const mine = { token }
  running = mine
  void follow(token, options).finally(() => {
    if (running !== mine) return
    running = undefined
    tellNews('none')
  })
}

async function follow(token: string, { queryClient, onSettled }: FollowOptions): Promise<void> {
  const over = new AbortController()
  const { signal } = over
  const unsubscribe = tokenPresence.subscribe(() => {
    if (readAccessToken() === token) return
    over.abort()
    tabStorage.remove(DEPOSITS_FOLLOWED_UNTIL)
    forgetAddress()
  })
  const { queryKey } = depositsQuery
  const settledOf = createSettledNews(queryClient.getQueryData(queryKey)?.deposits)
  const tell = (deposits: readonly Deposit[]) => {
    if (!signal.aborted) settledOf(deposits).forEach(onSettled)
  }
  let pause = ASK_MS
  try {
    while (!signal.aborted && isFollowing()) {
      try {
        tell((await queryClient.fetchQuery({ ...depositsQuery, staleTime: 0 })).deposits)
        pause = ASK_MS
        await readApiEvents(DEPOSIT_EVENTS_PATH, { token, signal }, (event) => {
          const { deposits } = v.parse(DepositEventSchema, event)
          tellNews('pushed')
          queryClient.setQueryData(queryKey, (page) => page && mergeDeposits(page, deposits))
          tell(deposits)
        })
      } catch {
        // Without the stream the list is asked for again, and the stream tried again with it.
        pause = Math.min(pause * 1.5, LONGEST_ASK_MS)
      }
      if (signal.aborted) return
      tellNews('asked')
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, pause)
        signal.addEventListener('abort', () => (clearTimeout(timer), resolve(undefined)), { once: true })
      })
    }
  } finally {
    unsubscribe()
  }
}
