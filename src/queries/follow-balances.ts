import { hashKey, type QueryClient } from '@tanstack/react-query'
import type { Balance } from '#contract/balances.ts'
import { followLive, liveTopics } from '#session/live.ts'
import { currentUser } from '#session/user.state.ts'
import { balancesQuery } from './balances.queries.ts'

/** An event that comes so soon after a change of this page's own may be older than that. */
const OWN_MS = 1_500

const { queryKey } = balancesQuery
let isFollowing = false

/** A tab that nobody sees gives its connection to others, unless it has a stream for something else anyway. */
const isWanted = () =>
  document.visibilityState === 'visible' || [...liveTopics.get()].some((topic) => topic !== 'balances')

/**
 * Shows from now on what the server tells of the balances of whoever is logged in: money that moved on another device,
 * came from a chain or from a round. Nothing happens where it is done already.
 */
export function followBalances(queryClient: QueryClient): void {
  if (isFollowing) return
  isFollowing = true
  let followed = 0
  let end: () => void = () => undefined
  const follow = () => {
    const uid = isWanted() ? currentUser.get().uid : 0
    if (uid === followed) return
    end()
    followed = uid
    end = uid > 0 ? followPlayer(queryClient, () => (followed = 0)) : () => undefined
  }
  follow()
  currentUser.subscribe(follow)
  document.addEventListener('visibilitychange', follow)
}

function followPlayer(queryClient: QueryClient, onEnd: () => void): () => void {
  const changes = createOwnChanges(queryClient)
  /** What was told of coins whose balance this page had just changed or asked for. */
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

  /** What still differs is asked for: which of the two is newer, nobody can tell here. */
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

/** Notes when this page itself, by a bet or a question, has come to know another balance of a coin. */
function createOwnChanges(queryClient: QueryClient) {
  let known = queryClient.getQueryData(queryKey)
  let isOfServer = false
  /** By the coin's id, as `performance.now()`. */
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
    /** Makes a change that the server has told of. */
    ofServer(change: () => void) {
      isOfServer = true
      change()
      isOfServer = false
    },
    stop,
  }
}
