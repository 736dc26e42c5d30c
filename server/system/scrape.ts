import {
  BUILD,
  CONNECTIONS,
  FEED_HEARD,
  LEDGER_AGE,
  LEDGER_DIFFERENCES,
  LEDGER_SOUND,
  measureProcess,
  registry,
  STREAMS,
  TURNS,
  UNSETTLED_BALANCES,
} from '#server/base/metrics.ts'
import type { Clock } from '#server/base/clock.ts'
import type { FairTurns } from '#server/base/fair-turns.ts'
import { VERSION } from '#server/base/version.ts'
import type { LedgerWatch } from '#server/books/ledger-watch.ts'
import type { ArrivalsWatch } from '#server/chain-check/arrivals-watch.ts'
import type { OpenDatabase } from '#server/db/open-database.ts'
import type { Database } from '#server/db/tables.ts'
import type { Feed } from '#server/feed/feed.ts'
import type { Live } from '#server/live/live.ts'
import { createDatabaseFigures } from './database-figures.ts'

export interface ScrapeOptions {
  readonly db: Database
  readonly clock: Clock
  readonly chains: readonly string[]
  readonly arePricesRead: boolean
  readonly turns: Pick<FairTurns, 'load'>
  readonly load?: OpenDatabase['load'] | undefined
  readonly ledger?: Pick<LedgerWatch, 'health' | 'differences'> | undefined
  readonly arrivals?: Pick<ArrivalsWatch, 'health'> | undefined
  readonly live?: Pick<Live, 'count'> | undefined
  readonly feed?: Pick<Feed, 'hears'> | undefined
}

/** All figures of a server, in the text format of Prometheus. It answers also while the database does not. */
export function createScrape(options: ScrapeOptions): () => Promise<string> {
  measureProcess()
  BUILD.set({ version: VERSION, process: 'server' }, 1)
  const readDatabase = createDatabaseFigures(options)
  return async () => {
    await readDatabase()
    showProcess(options)
    return registry.metrics()
  }
}

function showProcess({ clock, turns, load, ledger, arrivals, live, feed }: ScrapeOptions): void {
  const { taken, waiting } = turns.load()
  TURNS.set({ state: 'taken' }, taken)
  TURNS.set({ state: 'waiting' }, waiting)
  const connections = load?.()
  if (connections) {
    CONNECTIONS.set({ state: 'in use' }, connections.inUse)
    CONNECTIONS.set({ state: 'idle' }, connections.idle)
    CONNECTIONS.set({ state: 'waited for' }, connections.waiting)
  }
  if (live) STREAMS.set(live.count())
  if (feed) FEED_HEARD.set(feed.hears() ? 1 : 0)
  const checked = ledger?.health()
  if (checked?.checkedAt) {
    LEDGER_SOUND.set(checked.status === 'sound' ? 1 : 0)
    LEDGER_AGE.set((clock() - Date.parse(checked.checkedAt)) / 1_000)
    const differences = ledger?.differences()
    if (differences !== undefined) LEDGER_DIFFERENCES.set(differences)
  }
  for (const { chain, unsettled } of arrivals?.health() ?? []) UNSETTLED_BALANCES.set({ chain }, unsettled)
}
