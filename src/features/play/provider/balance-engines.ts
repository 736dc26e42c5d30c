import { hashKey, type QueryClient } from '@tanstack/react-query'
import type { ApiClient } from '#api/api-client.ts'
import { connection } from '#api/connection.ts'
import type { CrashTable } from '#features/play/crash-table.ts'
import type { PlayEngine } from '#features/play/play-engine.ts'
import type { PlayReceipts } from '#features/play/play-receipts.ts'
import { createPlayReceipts } from '#features/play/receipts/keep-receipts.ts'
import { refreshBalances } from '#features/play/server-engine/account-balances.ts'
import type { ServerAccount } from '#features/play/server-engine/account-state.ts'
import { createServerAccount } from '#features/play/server-engine/server-account.ts'
import { createServerEngine } from '#features/play/server-engine/server-engine.ts'
import { balancesQuery } from '#queries/balances.queries.ts'
import { betLimitsQuery } from '#queries/bet-limits.queries.ts'
import { configQuery } from '#queries/config.queries.ts'
import { followBalances } from '#queries/follow-balances.ts'
import { api } from '#session/api.ts'
import { followLive } from '#session/live.ts'
import { currentUser } from '#session/user.state.ts'

interface Playing {
  readonly uid: number
  readonly account: ServerAccount
  readonly engines: Map<string, PlayEngine>
  readonly crashTables: Map<string, () => Promise<CrashTable>>
  readonly receipts: PlayReceipts
  readonly close: () => void
}

let playing: Playing | undefined
currentUser.subscribe(() => {
  if (playing?.uid === currentUser.get().uid) return
  playing?.close()
  playing = undefined
})

/** Returns the same objects while the page lives and the player is logged in. */
export function balancePlay(
  queryClient: QueryClient,
  uid: number,
  coin: string,
): {
  readonly engine: PlayEngine
  readonly receipts: PlayReceipts
  readonly crashTable: () => Promise<CrashTable>
} {
  if (playing?.uid !== uid) {
    playing?.close()
    playing = beginPlaying(queryClient, uid)
  }
  const { account, engines, receipts, crashTables } = playing
  const engine = engines.get(coin) ?? createServerEngine(account, coin)
  engines.set(coin, engine)
  let table: Promise<CrashTable> | undefined
  const crashTable = crashTables.get(coin) ?? (() => (table ??= createTable({ account, coin })))
  crashTables.set(coin, crashTable)
  return { engine, receipts, crashTable }
}

async function createTable(player?: { account: ServerAccount; coin: string }): Promise<CrashTable> {
  const { createServerCrash } = await import('#features/play/server-engine/server-crash.ts')
  return createServerCrash({
    connection,
    player,
    call: (endpoint, options) => api.call(endpoint, options),
    follow: (listener) => followLive({ topic: 'crash', ...listener }),
  })
}

let watched: Promise<CrashTable> | undefined
/** For a visitor. */
export const watchCrash = (): Promise<CrashTable> => (watched ??= createTable())

/** The account and all other screens tell each other of changed balances. */
function beginPlaying(queryClient: QueryClient, uid: number): Playing {
  const { queryKey } = balancesQuery
  followBalances(queryClient)
  const call: ApiClient['call'] = (endpoint, options) => api.call(endpoint, options)
  let isReading = false
  const account = createServerAccount({
    uid,
    call,
    known: {
      balances: queryClient.getQueryData(queryKey),
      limits: queryClient.getQueryData(betLimitsQuery.queryKey),
    },
    async readBalances() {
      isReading = true
      try {
        // The answer to an earlier question may be older than what is known.
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
    onReceipt: (receipt, betId) => receipts.keep(receipt, betId),
  })
  const sealedHash = () => account.seeds.get()?.serverSeedHash
  const receipts = createPlayReceipts(
    {
      uid,
      call,
      sealedHash,
      async readKeys(isFresh) {
        const { receiptKeys } = await queryClient.fetchQuery(
          isFresh ? { ...configQuery, staleTime: 0 } : configQuery,
        )
        return receiptKeys
      },
    },
    (onReveal) => {
      let before = sealedHash()
      account.seeds.subscribe(() => {
        if (sealedHash() !== before) onReveal()
        before = sealedHash()
      })
    },
  )
  const stop = queryClient.getQueryCache().subscribe(({ type, query }) => {
    // An answer that was restored from storage has an equal key, which is another object.
    if (type !== 'updated' || query.queryHash !== hashKey(queryKey) || isReading) return
    const known = account.balances.get()
    const rows = queryClient.getQueryData(queryKey)
    if (known && rows?.some(({ coin, available }) => (known.get(coin) ?? '0') !== available))
      void refreshBalances(account).catch(() => undefined)
  })
  return {
    uid,
    account,
    engines: new Map(),
    crashTables: new Map(),
    receipts,
    close() {
      stop()
      account.close()
    },
  }
}
