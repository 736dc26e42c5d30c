import { hashKey, type QueryClient } from '@tanstack/react-query'
import type { Balance } from '#contract/balances.ts'
import { followLive } from '#session/live.ts'
import { balancesQuery } from './balances.queries.ts'
import { followWhileSeen } from './while-seen.ts'

/** An event that arrives this soon after this page's own change may be older than the change. */
const OWN_MS = 1_500

const { queryKey } = balancesQuery
let isFollowing = false

/** Shows balance changes that the server pushes: from other devices, deposits or rounds. Further calls do nothing. */
export function followBalances(queryClient: QueryClient): void {
  if (isFollowing) return
  isFollowing = true
  followWhileSeen((onEnd) => followPlayer(queryClient, onEnd))
}

function followPlayer(queryClient: QueryClient, onEnd: () => void): () => void {
  const changes = createOwnChanges(queryClient)
  /** Pushed balances of coins that this page had just changed or read. */
  const unsure = new Map<string, Balance>()
  let timer: ReturnType<typeof setTimeout> | undefined

  const isUnsure = ({ coin }: Balance) => changes.isRecent(coin) || queryClient.isFetching({ queryKey }) > 0
  const differs = (told: Balance) => {
    const known = queryClient.getQueryData(queryKey)?.find(({ coin }) => coin === told.coin)
    return known === undefined || !isSame(known, told)
  }

  function show(told: readonly Balance[]): void {
    if (!queryClient.getQueryData(queryKey)) return
    for (const { coin } of told) unsure.delete(coin)
    const news = told.filter(differs)
    for (const row of news.filter(isUnsure)) unsure.set(row.coin, row)
    if (unsure.size > 0) timer ??= setTimeout(lookAgain, OWN_MS)
    const sure = news.filter((row) => !unsure.has(row.coin))
    if (sure.length === 0) return
    changes.ofServer(() =>
      queryClient.setQueryData(queryKey, (rows) => [
        ...(rows ?? []).map((row) => sure.find(({ coin }) => coin === row.coin) ?? row),
        ...sure.filter(({ coin }) => rows?.every((row) => row.coin !== coin)),
      ]),
    )
  }

  /** Reads balances that still differ from the pushed ones: only the server knows which is newer. */
  function lookAgain(): void {
    timer = undefined
    const rows = [...unsure.values()].filter(differs)
    unsure.clear()
    for (const row of rows.filter(isUnsure)) unsure.set(row.coin, row)
    if (unsure.size > 0) timer = setTimeout(lookAgain, OWN_MS)
    else if (rows.length > 0) void queryClient.invalidateQueries({ queryKey })
  }

  const stop = () => {
    clearTimeout(timer)
    changes.stop()
  }
  const leave = followLive({
    topic: 'balances',
    ask: () => queryClient.fetchQuery(balancesQuery),
    onNews: show,
    onEnd() {
      stop()
      onEnd()
    },
  })
  return () => {
    stop()
    leave()
  }
}

const isSame = (a: Balance, b: Balance) =>
  a.available === b.available && a.locked === b.locked && a.pending === b.pending

/** Records when this page itself, by a bet or a request, learns a new balance. */
function createOwnChanges(queryClient: QueryClient) {
  let known = queryClient.getQueryData(queryKey)
  let isOfServer = false
  /** By coin id, in `performance.now()` milliseconds. */
  const changedAt = new Map<string, number>()
  const stop = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryHash !== hashKey(queryKey)) return
    const rows = queryClient.getQueryData(queryKey)
    for (const row of isOfServer ? [] : (rows ?? [])) {
      const before = known?.find(({ coin }) => coin === row.coin)
      if (before && !isSame(before, row)) changedAt.set(row.coin, performance.now())
    }
    known = rows
  })
  return {
    isRecent: (coin: string) => performance.now() - (changedAt.get(coin) ?? -Infinity) < OWN_MS,
    /** Makes a change that must not count as the page's own. */
    ofServer(change: () => void) {
      isOfServer = true
      change()
      isOfServer = false
    },
    stop,
  }
}
