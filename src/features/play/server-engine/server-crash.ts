import type { ApiClient } from '#api/api-client.ts'
import type { Connection } from '#api/connection.ts'
import type { CrashEvent } from '#contract/crash.ts'
import type { CrashLink, CrashTable, CrashView } from '#features/play/crash-table.ts'
import { createStartKeeper, createWatch } from '#features/play/crash-start.ts'
import { createStore, type ReadableStore } from '#lib/store.ts'
import type { ServerAccount } from './account-state.ts'
import { createTurn } from './answer-order.ts'
import { chainFacts, readCrashShelf } from './crash-chain.ts'
import { catchUp, hear, LAGS_FOR_MS, showLink, type FollowedTable } from './crash-follow.ts'
import { createSeat } from './crash-seat.ts'

const LOOK_MS = 100
const MEASURE_EVERY_MS = 60_000

export interface ServerCrashOptions {
  readonly call: ApiClient['call']
  /** Follows the rounds as they happen, until the function that it returns is called. */
  readonly follow: (listener: {
    readonly onEvent: (event: CrashEvent) => void
    /** Events may be missing. */
    readonly onGap: () => void
  }) => () => void
  readonly connection: ReadableStore<Connection>
  /** Undefined for a visitor, who only watches. */
  readonly player?: { readonly account: ServerAccount; readonly coin: string } | undefined
}

/** The rounds of the server, which all players share. */
export function createServerCrash({ call, follow, connection, player }: ServerCrashOptions): CrashTable {
  const now = () => performance.now() + table.offset
  const shelf = readCrashShelf()
  const view = createStore<CrashView | undefined>(undefined)
  const table: FollowedTable = {
    call,
    connection,
    shelf,
    view,
    link: createStore<CrashLink>('live'),
    chain: createStore(shelf && chainFacts(shelf.chain)),
    turns: { snapshot: createTurn(), ownBets: createTurn(), clock: createTurn() },
    showView: createStartKeeper(view.set, now),
    onDecided: () => player?.account.followers.tell({ type: 'changed' }),
    published: shelf?.chain,
    known: undefined,
    isWatched: false,
    offset: performance.timeOrigin,
    heardAt: performance.now(),
    silentAt: -Infinity,
    lookedAt: -Infinity,
    askedAt: -Infinity,
    askMs: LAGS_FOR_MS,
    retry: undefined,
    asking: undefined,
  }
  const presses = new Map<string, number>()
  return {
    view,
    link: table.link,
    chain: table.chain,
    seat: player && createSeat(table, player, (key) => presses.set(key, now())),
    now,
    isShared: true,
    pressedAt: (key) => presses.get(key),
    watch: createWatch(() => begin(table, follow)),
  }
}

/** @returns ends it */
function begin(table: FollowedTable, follow: ServerCrashOptions['follow']): () => void {
  const { connection } = table
  table.isWatched = true
  table.heardAt = performance.now()
  showLink(table)
  const onVisible = () => {
    if (document.visibilityState === 'visible') catchUp(table)
  }
  document.addEventListener('visibilitychange', onVisible)
  const looking = setInterval(() => showLink(table), LOOK_MS)
  const measuring = setInterval(() => catchUp(table), MEASURE_EVERY_MS)
  const stopConnection = connection.subscribe(() => {
    showLink(table)
    if (connection.get() === 'online') catchUp(table)
  })
  const stopFollowing = follow({ onEvent: (event) => hear(table, event), onGap: () => catchUp(table) })
  catchUp(table)
  return () => {
    table.isWatched = false
    document.removeEventListener('visibilitychange', onVisible)
    clearInterval(looking)
    clearInterval(measuring)
    clearTimeout(table.retry)
    clearTimeout(table.asking)
    stopConnection()
    stopFollowing()
  }
}
