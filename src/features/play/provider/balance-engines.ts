import type { QueryClient } from '@tanstack/react-query'
import type { PlayEngine } from '#features/play/play-engine.ts'
import { createServerAccount, type ServerAccount } from '#features/play/server-engine/server-account.ts'
import { createServerEngine } from '#features/play/server-engine/server-engine.ts'
import { balancesQuery } from '#queries/balances.queries.ts'
import { betLimitsQuery } from '#queries/bet-limits.queries.ts'
import { api } from '#session/api.ts'
import { currentUser } from '#session/user.state.ts'

interface Playing {
  readonly uid: number
  readonly account: ServerAccount
  readonly engines: Map<string, PlayEngine>
  readonly close: () => void
}

let playing: Playing | undefined
currentUser.subscribe(() => {
  if (playing?.uid === currentUser.get().uid) return
  playing?.close()
  playing = undefined
})

/** The engine of a coin: the same one as long as the page lives and the player is logged in. */
export function balanceEngine(queryClient: QueryClient, uid: number, coin: string): PlayEngine {
  if (playing?.uid !== uid) {
    playing?.close()
    playing = beginPlaying(queryClient, uid)
  }
  const { account, engines } = playing
  const engine = engines.get(coin) ?? createServerEngine(account, coin)
  engines.set(coin, engine)
  return engine
}

/** The account's balances and those of all other screens are the same: each tells the other. */
function beginPlaying(queryClient: QueryClient, uid: number): Playing {
  const { queryKey } = balancesQuery
  let isReading = false
  const account = createServerAccount({
    uid,
    call: (endpoint, options) => api.call(endpoint, options),
    known: {
      balances: queryClient.getQueryData(queryKey),
      limits: queryClient.getQueryData(betLimitsQuery.queryKey),
    },
    async readBalances() {
      isReading = true
      try {
        // One that is under way may be older than what is known.
        await queryClient.cancelQueries({ queryKey })
        return await queryClient.fetchQuery({ ...balancesQuery, staleTime: 0 })
      } finally {
        isReading = false
      }
    },
    readLimits: () => queryClient.fetchQuery({ ...betLimitsQuery, staleTime: 0 }),
    onBalance(coin, available) {
      void queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, (rows) =>
        rows?.map((row) => (row.coin === coin ? { ...row, available } : row)),
      )
    },
  })
  const stop = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryKey !== queryKey || isReading) return
    const known = account.balances.get()
    const rows = queryClient.getQueryData(queryKey)
    if (known && rows?.some(({ coin, available }) => (known.get(coin) ?? '0') !== available))
      void account.refreshBalances().catch(() => undefined)
  })
  return {
    uid,
    account,
    engines: new Map(),
    close() {
      stop()
      account.close()
    },
  }
}
